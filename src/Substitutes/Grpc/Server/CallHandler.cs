using Google.Protobuf;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Grpc.AspNetCore.Server;

/// <summary>Serves the calls of one method: checks the request, makes the service, runs it, turns the outcome into a status.</summary>
internal sealed partial class CallHandler<TService>(
    IMethod method,
    ServiceActivator<TService> activator,
    CallLimits limits,
    Func<TService, ServerCall, Task> body,
    TimeProvider time,
    ILogger logger)
    where TService : class
{
    public Task HandleAsync(HttpContext http) => RequestCheck.TryRefuse(http) ? Task.CompletedTask : ServeAsync(http);

    private async Task ServeAsync(HttpContext http)
    {
        http.Response.ContentType = GrpcHeaders.ContentType;
        var call = new ServerCall(http, limits, time, logger);
        await using var _ = call.ConfigureAwait(false);
        try
        {
            await InvokeAsync(call).ConfigureAwait(false);
            await call.EndAsync(call.Status, Metadata.Empty).ConfigureAwait(false);
        }
        catch (RpcException exception)
        {
            Log.Refused(logger, method.FullName, exception.StatusCode, exception);
            await call.EndAsync(exception.Status, exception.Trailers).ConfigureAwait(false);
        }
        catch (InvalidProtocolBufferException exception)
        {
            // The client's error, however often it makes it: the package itself logs a bug of the handler, with its stack.
            Log.Unreadable(logger, method.FullName, exception);
            await call.EndAsync(new Status(StatusCode.InvalidArgument, "The message is no protobuf of this method."), Metadata.Empty)
                .ConfigureAwait(false);
        }
        catch (Exception exception) when (call.IsOver)
        {
            Log.Cancelled(logger, method.FullName, exception);
            await call.EndAsync(Status.DefaultCancelled, Metadata.Empty).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Log.Failed(logger, method.FullName, exception);
            var detail = limits.DetailedErrors
                ? $"Exception was thrown by handler. {exception.GetType().Name}: {exception.Message}"
                : "Exception was thrown by handler.";
            await call.EndAsync(new Status(StatusCode.Unknown, detail), Metadata.Empty).ConfigureAwait(false);
        }
    }

    private async Task InvokeAsync(ServerCall call)
    {
        var service = activator.Create(call.HttpContext.RequestServices, out var isOwned);
        try
        {
            await body(service, call).ConfigureAwait(false);
        }
        finally
        {
            if (isOwned)
            {
                await ServiceActivator<TService>.DisposeAsync(service).ConfigureAwait(false);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Error, "Error when executing service method '{Method}'.", EventName = "ErrorExecutingServiceMethod")]
        public static partial void Failed(ILogger logger, string method, Exception exception);

        [LoggerMessage(2, LogLevel.Information, "'{Method}' ended with {Status}.", EventName = "RpcConnectionError")]
        public static partial void Refused(ILogger logger, string method, StatusCode status, Exception exception);

        [LoggerMessage(4, LogLevel.Debug, "A message to '{Method}' cannot be read.", EventName = "ErrorReadingMessage")]
        public static partial void Unreadable(ILogger logger, string method, Exception exception);

        [LoggerMessage(3, LogLevel.Debug, "The client of '{Method}' has gone, or its deadline has passed.", EventName = "Cancelled")]
        public static partial void Cancelled(ILogger logger, string method, Exception exception);
    }
}

/// <summary>The options that hold for the calls of one service.</summary>
internal sealed record CallLimits(int? MaxReceiveMessageSize, int? MaxSendMessageSize, bool DetailedErrors)
{
    public static CallLimits Of(GrpcServiceOptions all, GrpcServiceOptions service) => new(
        service.IsMaxReceiveMessageSizeSet ? service.MaxReceiveMessageSize : all.MaxReceiveMessageSize,
        service.IsMaxSendMessageSizeSet ? service.MaxSendMessageSize : all.MaxSendMessageSize,
        service.EnableDetailedErrors ?? all.EnableDetailedErrors ?? false);
}

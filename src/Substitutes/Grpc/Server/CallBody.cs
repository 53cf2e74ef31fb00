using Grpc.Core;

namespace Grpc.AspNetCore.Server;

/// <summary>The part of a call between its headers and its status, for each kind of call.</summary>
internal static class CallBody
{
    public static Func<TService, ServerCall, Task> Unary<TService, TRequest, TResponse>(
        Method<TRequest, TResponse> method, UnaryHandler<TService, TRequest, TResponse> handler)
        where TResponse : class => async (service, call) =>
        {
            var request = await call.Input.ReadOnlyMessageAsync(method.RequestMarshaller).ConfigureAwait(false);
            Answer(call, method, await handler(service, request, call).ConfigureAwait(false));
        };

    public static Func<TService, ServerCall, Task> ClientStreaming<TService, TRequest, TResponse>(
        Method<TRequest, TResponse> method, ClientStreamingHandler<TService, TRequest, TResponse> handler)
        where TResponse : class => async (service, call) =>
        {
            call.LiftUploadLimits();
            var requests = new RequestStream<TRequest>(call.Input, method.RequestMarshaller);
            Answer(call, method, await handler(service, requests, call).ConfigureAwait(false));
        };

    public static Func<TService, ServerCall, Task> ServerStreaming<TService, TRequest, TResponse>(
        Method<TRequest, TResponse> method, ServerStreamingHandler<TService, TRequest, TResponse> handler) => async (service, call) =>
        {
            var request = await call.Input.ReadOnlyMessageAsync(method.RequestMarshaller).ConfigureAwait(false);
            await handler(service, request, Responses(call, method), call).ConfigureAwait(false);
        };

    public static Func<TService, ServerCall, Task> Duplex<TService, TRequest, TResponse>(
        Method<TRequest, TResponse> method, DuplexHandler<TService, TRequest, TResponse> handler) => (service, call) =>
        {
            call.LiftUploadLimits();
            var requests = new RequestStream<TRequest>(call.Input, method.RequestMarshaller);
            return handler(service, requests, Responses(call, method), call);
        };

    private static ResponseStream<TResponse> Responses<TRequest, TResponse>(ServerCall call, Method<TRequest, TResponse> method) =>
        new(call, method.ResponseMarshaller);

    // Not flushed: headers, message and status then leave in one write when the call ends.
    private static void Answer<TRequest, TResponse>(ServerCall call, Method<TRequest, TResponse> method, TResponse? response)
        where TResponse : class
    {
        if (response is null)
        {
            throw new RpcException(new Status(StatusCode.Cancelled, "No message returned from method."));
        }

        // The client of a single message wants the status of a refusal, and would throw the message away.
        if (call.Status.StatusCode == StatusCode.OK)
        {
            call.Output.Write(response, method.ResponseMarshaller);
        }
    }
}

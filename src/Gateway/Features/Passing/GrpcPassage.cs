using System.Diagnostics;
using Gateway.Features.Backends;
using Gateway.Features.Dispatch;
using Gateway.Features.Errors;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;
using Hosting.Uploads;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Passing;

/// <summary>Passes a gRPC call of any service on as it is: messages, metadata, trailers. Nothing is parsed.</summary>
internal sealed class GrpcPassage(
    Dispatcher dispatcher,
    EarlyResponses early,
    Calls<GatewayOperation, GatewayOutcome> calls,
    GatewayMetrics metrics,
    IOptions<GatewayOptions> options)
{
    public async Task PassAsync(HttpContext context)
    {
        try
        {
            await calls.ObserveAsync(
                GatewayOperation.Pass,
                TransportKind.Grpc,
                (Passage: this, Context: context),
                static (call, _) => call.Passage.SendAsync(call.Context),
                static _ => GatewayOutcome.Answered);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The client left, and the backend was told.
        }
    }

    private async ValueTask<Result<PassedResponse>> SendAsync(HttpContext context)
    {
        var began = Stopwatch.GetTimestamp();
        var path = context.Request.Path.Value!;
        var kind = AnalyzerMethods.KindOf(path);
        TimeSpan? patience = CallTimeout.TryParse(context.Request.Headers[CallHeaders.Timeout], out var asked) ? asked : null;
        if (kind == CallKind.Question && !(patience < options.Value.AnswerTimeout))
        {
            patience = options.Value.AnswerTimeout;
        }

        using var body = new PassedBody(context.Request.BodyReader, options.Value.HoldBytes, metrics);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        if (patience is { } limit)
        {
            deadline.CancelAfter(limit);
        }

        var headers = CallHeaders.Pass(context);
        var response = new PassedResponse(context, metrics);
        var behind = 0L;
        var result = await dispatcher.SendAsync<PassedResponse>(
            new DispatchedCall(kind, Json: false, body), AttemptAsync, context.RequestAborted);
        if (result.IsError(out var error, out _))
        {
            response.Refuse(error);
        }

        if (kind == CallKind.Question)
        {
            metrics.HopTook(Stopwatch.GetElapsedTime(began) - Stopwatch.GetElapsedTime(0, behind));
        }

        if (!body.IsEnded && !early.TryTake(context, patient: true))
        {
            await body.ReadToEndAsync(context.RequestAborted);
        }

        return result;

        async Task<Attempt<PassedResponse>> AttemptAsync(BackendLease lease, CancellationToken client)
        {
            IEnumerable<KeyValuePair<string, string>> timeout = patience is { } limit
                ? [new(CallHeaders.Timeout, CallTimeout.Format(limit - Stopwatch.GetElapsedTime(began)))]
                : [];
            var call = new UpstreamCall(path, [.. headers, .. timeout], body) { ContentType = context.Request.ContentType! };
            var sent = Stopwatch.GetTimestamp();
            try
            {
                using var upstream = await lease.Upstream.BeginAsync(call, deadline.Token);
                return await response.PassAsync(upstream, first: kind == CallKind.Question, deadline.Token);
            }
            catch (UpstreamException) when (body.IsSourceGone)
            {
                throw new OperationCanceledException(context.RequestAborted);
            }
            catch (UpstreamException) when (response.HasBegun)
            {
                lease.Broke();
                return new(GatewayErrors.BackendFailed, Answer: null, IsFinal: true);
            }
            catch (OperationCanceledException) when (!client.IsCancellationRequested)
            {
                return response.HasBegun
                    ? new(GatewayErrors.BackendTimeout, Answer: null, IsFinal: true)
                    : throw new UpstreamException(UpstreamFault.Silent, "The call's deadline has passed.");
            }
            finally
            {
                behind += (response.FirstAnswer ?? Stopwatch.GetTimestamp()) - sent;
                await body.StopAsync();
            }
        }
    }
}

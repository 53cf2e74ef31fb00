using System.Diagnostics;
using System.Globalization;
using System.Security.Claims;
using Gateway.Features.Backends;
using Gateway.Features.Dispatch;
using Gateway.Features.Errors;
using Gateway.Features.Headers;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Routing;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Tracing;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Passing;

/// <summary>Passes a gRPC call of any service on unchanged: messages, metadata, trailers.</summary>
internal sealed class GrpcPassage(
    Dispatcher dispatcher,
    Calls<GatewayOperation, GatewayOutcome> calls,
    UploadAdmission admission,
    GatewayMetrics metrics,
    IOptions<GatewayOptions> options,
    IOptions<AccessOptions> access)
{
    private const string Attempts = "grpc-previous-rpc-attempts";

    private readonly bool _takesKeys =
        !string.IsNullOrEmpty(access.Value.Keys) || !string.IsNullOrEmpty(access.Value.TokenIssuer);

    public async Task PassAsync(HttpContext context)
    {
        var operation = AnalyzerMethods.OperationOf(context.Request.Path.Value!);
        try
        {
            await calls.ObserveAsync(
                operation,
                TransportKind.Grpc,
                (Passage: this, Context: context, Operation: operation),
                static (call, _) => call.Passage.SendAsync(call.Context, call.Operation),
                static _ => GatewayOutcome.Answered);
        }
        catch (OperationCanceledException canceled) when (
            context.RequestAborted.IsCancellationRequested || canceled.CancellationToken == context.RequestAborted)
        {
            // The client left, and the backend was told. Its body may end before Kestrel fires the token.
        }
    }

    private static Error? RefusalOf(CallRoute? route, HttpContext context) =>
        route?.Clients is { } clients && !clients.Contains(NameOf(context.User)) ? GatewayErrors.NotTheirRoute(route.Name) : null;

    /// <summary>Another issues tokens: their subject counts with its kind before it, or it could be the name of somebody's key.</summary>
    private static string NameOf(ClaimsPrincipal user) =>
        user.FindFirstValue(ClaimTypes.NameIdentifier) is { } id && id.StartsWith("token:", StringComparison.Ordinal)
            ? id : user.Identity?.Name ?? "";

    /// <summary>The client may have repeated the call too: the backend is told the sum.</summary>
    private static IEnumerable<KeyValuePair<string, string>> Repeated(List<KeyValuePair<string, string>> fields, int repeats)
    {
        var own = fields.Find(field => IsAttempts(field.Key)).Value;
        var all = repeats + (int.TryParse(own, NumberStyles.None, CultureInfo.InvariantCulture, out var before) ? before : 0L);
        return fields.Where(field => !IsAttempts(field.Key)).Append(new(Attempts, all.ToString(CultureInfo.InvariantCulture)));
    }

    /// <summary>A server of gRPC reads a path as it is: with escapes, dots or a query it is another one there.</summary>
    private static bool IsAsSent(string path, HttpContext context) =>
        context.Features.Get<IHttpRequestFeature>()?.RawTarget is not ['/', ..] sent || sent == path;

    private static bool IsAttempts(string name) => name.Equals(Attempts, StringComparison.OrdinalIgnoreCase);

    private Error? RefusalOf(PassedHeaders metadata) =>
        metadata.Bytes > options.Value.MaxRequestMetadataBytes
            ? GatewayErrors.MetadataTooLarge(metadata.Bytes, options.Value.MaxRequestMetadataBytes)
            : metadata.Lines > PassedHeaders.MaxLines ? GatewayErrors.TooManyValues(metadata.Lines, PassedHeaders.MaxLines)
            : metadata.Problem;

    private async ValueTask<Result<PassedResponse>> SendAsync(HttpContext context, GatewayOperation operation)
    {
        var began = Stopwatch.GetTimestamp();
        var path = context.Request.Path.Value!;
        if (!CallPath.IsMethod(path) || !IsAsSent(path, context))
        {
            await context.RefuseAsync(GatewayErrors.NoMethod); // its own route has already checked the access
            return GatewayErrors.NoMethod;
        }

        var route = operation == GatewayOperation.Pass ? context.Features.Get<FoundRoute>()?.Route : null;
        var metadata = CallHeaders.Pass(context, _takesKeys, toAnalyzers: route?.IsToAnalyzers ?? true);
        if ((RefusalOf(route, context) ?? RefusalOf(metadata)) is { } refusal)
        {
            await context.RefuseAsync(refusal);
            return refusal;
        }

        var kind = AnalyzerMethods.KindOf(path);
        UploadAdmission.Permit? permit = null;
        if (kind == CallKind.Upload && admission.Enter().IsError(out var busy, out permit))
        {
            await context.RefuseAsync(busy);
            EarlyResponses.Begin(context, await WaitingSender.IsAsync(context.Request.BodyReader));
            return busy;
        }

        using var admitted = permit;
        var isForeign = operation == GatewayOperation.Pass; // the analyzer's own methods do not last, and mean to be sent again
        using var body = new PassedBody(context.Request.BodyReader, options.Value.HoldBytes, metrics, route, permit);
        using var deadline = new ClientDeadline(
            context.Request.Headers[CallHeaders.Timeout],
            route,
            isForeign ? context.AccessEnded(needed: route?.Clients is not null) : CancellationToken.None,
            context.RequestAborted);
        var headers = kind == CallKind.Upload ? metadata.Fields.EndingWhenAnswered() : metadata.Fields;
        var response = new PassedResponse(context, () => body.IsEnded, options.Value.MaxResponseMetadataBytes, metrics)
        {
            IsForeign = isForeign,
        };
        var behind = 0L;
        var result = await dispatcher.SendAsync<PassedResponse>(
            new DispatchedCall(kind, Json: false, body) { Route = route, Ends = deadline.Token, IsForeign = isForeign },
            AttemptAsync, context.RequestAborted);
        if (result.IsError(out var error, out _))
        {
            await response.RefuseAsync(error);
        }

        if (route is not null)
        {
            metrics.Routed(route.Name, error?.Kind.GrpcStatus ?? StatusCode.OK);
        }

        if (kind == CallKind.Question)
        {
            metrics.HopTook(Stopwatch.GetElapsedTime(began) - Stopwatch.GetElapsedTime(0, behind));
        }

        // The client of another service may be streaming on; if it has sent something by now, it is taken to be.
        if (!body.IsEnded && response.IsBackends)
        {
            EarlyResponses.Begin(context, waits: kind != CallKind.Upload || body.Waits);
        }
        else if (kind == CallKind.Upload && body.IsUnread)
        {
            EarlyResponses.Begin(context, await WaitingSender.IsAsync(context.Request.BodyReader));
        }

        return result;

        async Task<AttemptResult<PassedResponse>> AttemptAsync(BackendLease lease, CancellationToken client)
        {
            response.Reset();
            if (deadline.HasPassed)
            {
                return new(deadline.Passed, Answer: null, IsFinal: true);
            }

            // Only the client's own deadline: the backend cannot tell its own time from the client's.
            IEnumerable<KeyValuePair<string, string>> timeout = deadline.Left is { } left
                ? [new(CallHeaders.Timeout, CallTimeout.Format(left))]
                : context.Request.Headers[CallHeaders.Timeout].Select(odd => KeyValuePair.Create(CallHeaders.Timeout, odd ?? ""));
            var fields = lease.Repeats > 0 ? Repeated(headers, lease.Repeats) : headers;
            var call = new UpstreamCall(path, [.. fields, .. timeout], body) { ContentType = context.Request.ContentType! };
            var limit = kind == CallKind.Other ? Timeout.InfiniteTimeSpan : options.Value.AnswerTimeout;
            var sent = Stopwatch.GetTimestamp();
            try
            {
                var attempt = await Attempt.SendAsync(
                    lease, call, kind, limit,
                    (upstream, patience) => response.PassAsync(upstream, first: kind == CallKind.Question, patience),
                    deadline.Token);
                return deadline.Reason is not null ? new(attempt.Result, Answer: null, IsFinal: true)
                    : attempt with { IsFinal = attempt.IsFinal || (route is not null && response.HasHeaders) };
            }
            catch (UpstreamException) when (body.IsSourceGone)
            {
                throw new OperationCanceledException(context.RequestAborted);
            }
            catch (Exception late) when (deadline.Reason is { } reason && !client.IsCancellationRequested
                && late is OperationCanceledException or UpstreamException { Fault: not UpstreamFault.NotTaken })
            {
                return new(reason, Answer: null, IsFinal: true);
            }
            catch (UpstreamException broken) when (response.HasBegun || (route is not null && response.HasHeaders))
            {
                lease.Broke();
                var error = broken.Fault == UpstreamFault.Silent ? GatewayErrors.BackendTimeout
                    : GatewayErrors.Aborted(isForeign ? broken.ErrorCode : null);
                return new(error, Answer: null, IsFinal: true);
            }
            finally
            {
                behind += (response.FirstAnswer ?? Stopwatch.GetTimestamp()) - sent;
            }
        }
    }
}

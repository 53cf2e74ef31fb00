using Gateway.Features.Backends;
using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Routing;
using Gateway.Features.Tracing;
using Gateway.Features.Upstream;
using Grpc.Core;
using Hosting.Errors;

namespace Gateway.Features.Dispatch;

/// <summary>
/// Sends a call to a backend. If the backend fails it, the call is safe to repeat, and the budget allows it, another backend gets it. A
/// call that a backend did not take goes to the next one outside the budget: it caused no work, so repeating it adds no load. A call of a
/// service that is not ours is repeated by the policy of its route instead.
/// </summary>
internal sealed partial class Dispatcher(
    BackendSets sets, RepeatBudget budget, GatewayMetrics metrics, TimeProvider time, ILogger<Dispatcher> logger)
{
    /// <param name="call">The call.</param>
    /// <param name="attempt">
    /// One attempt. It throws <see cref="UpstreamException"/> if it got no answer.
    /// </param>
    /// <param name="cancellationToken">Fires when the client goes away.</param>
    public async Task<Result<T>> SendAsync<T>(
        DispatchedCall call, Func<BackendLease, CancellationToken, Task<AttemptResult<T>>> attempt, CancellationToken cancellationToken)
        where T : notnull
    {
        if (call.Route?.Retry is not { } policy)
        {
            return (await SendOnceAsync(call, attempt, cancellationToken)).Result;
        }

        var asked = 0; // the attempt after which the backend asked for a pause
        for (var attempts = 1; ; attempts++)
        {
            var (result, answer, final) = await SendOnceAsync(call with { Repeats = attempts - 1 }, attempt, cancellationToken);
            if (!result.IsError(out var error, out _))
            {
                policy.Succeeded();
                return result;
            }

            if (final && answer is null && !error.Kind.IsFailure)
            {
                return result; // the client's own fault says nothing about the service
            }

            final |= !call.Body.IsWhole;
            var failure = new FailedAttempt(error.Kind.GrpcStatus, attempts, attempts - asked, answer?.Pause);
            if (policy.WaitAfter(failure, final, out var throttled) is not { } wait)
            {
                if (throttled)
                {
                    metrics.RepeatRefused();
                }

                return result;
            }

            asked = failure.Pause is null ? asked : attempts;

            // When the client's side ends the call meanwhile, the next attempt says so.
            await Task.Delay(wait, time, call.Ends).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            metrics.Repeated();
        }
    }

    private async Task<AttemptResult<T>> SendOnceAsync<T>(
        DispatchedCall call, Func<BackendLease, CancellationToken, Task<AttemptResult<T>>> attempt, CancellationToken cancellationToken)
        where T : notnull
    {
        if (sets.Find(call.Route?.Set) is not { } pool)
        {
            return new(GatewayErrors.NoBackend, Answer: null);
        }

        budget.Called();
        Backend[] tried = [];
        Error? failure = null;
        var (free, healthy) = (true, false);
        for (var attempts = 1; ; attempts++)
        {
            if (pool.Take(call.Kind, call.Json, healthy, tried).IsError(out var none, out var lease))
            {
                return new(failure ?? none, Answer: null);
            }

            lease.Repeats = call.Repeats;

            using (lease)
            {
                if (!free && !Repeat())
                {
                    return new(failure!, Answer: null);
                }

                GatewaySpans.Tried(lease.Backend.Address, attempts);
                var (last, ending) = await TryAsync(call, lease, attempt, cancellationToken);
                free = ending == Ending.NotTaken;
                if (!last.Result.IsError(out var error, out _) || last.IsFinal || !call.MayRepeat(error, free))
                {
                    return last;
                }

                // A backend's answer is better than the answer of one that is known to be worse off.
                healthy |= ending == Ending.Answered;
                (tried, failure, call) = ([.. tried, lease.Backend], free ? failure : error, free ? call : call with { IsRepeated = true });
            }
        }
    }

    private bool Repeat()
    {
        if (budget.TryRepeat())
        {
            metrics.Repeated();
            return true;
        }

        metrics.RepeatRefused();
        return false;
    }

    /// <returns>The result, and how the attempt ended.</returns>
    private async Task<(AttemptResult<T> Result, Ending Ending)> TryAsync<T>(
        DispatchedCall call,
        BackendLease lease,
        Func<BackendLease, CancellationToken, Task<AttemptResult<T>>> attempt,
        CancellationToken cancellationToken)
        where T : notnull
    {
        try
        {
            var (result, answer, final) = await attempt(lease, cancellationToken);
            if (answer is { } known)
            {
                // A service that is not ours pushes back one call: how it stands to others it does not say.
                lease.Answered(known.IsFailure, known.PushbackError, isOfAll: call.Route is null);
                if (known.PushbackError is not null)
                {
                    metrics.PushedBack();
                }
            }

            var ending = answer?.Status is null ? Ending.Broke : Ending.Answered;
            return (new(result, answer, final || answer is { ForbidsRepeating: true }), ending);
        }
        catch (UpstreamException exception) when (exception.Fault == UpstreamFault.MetadataTooLarge)
        {
            // Another backend would send the same.
            return (new(GatewayErrors.BackendMetadataTooLarge, Answer: null, IsFinal: true), Ending.Broke);
        }
        catch (UpstreamException exception) when (exception.Fault == UpstreamFault.CallMetadataTooLarge)
        {
            return (new(GatewayErrors.BackendTakesLessMetadata, Answer: null, IsFinal: true), Ending.NotTaken);
        }
        catch (UpstreamException exception)
        {
            lease.Broke();
            Log.Broke(logger, lease.Backend.Address, exception.Fault, exception);

            // A backend that closes its connection may have executed the call, so only a repeatable call counts as not taken.
            var free = exception.Fault == UpstreamFault.NotTaken
                || (exception.Fault == UpstreamFault.Leaving && call.Kind != CallKind.Other && call.Body.IsWhole);
            Error error = exception.Fault switch
            {
                _ when free => GatewayErrors.NoBackend,
                UpstreamFault.Silent => GatewayErrors.BackendTimeout,
                _ => call.Kind == CallKind.Upload && !call.Body.IsWhole ? GatewayErrors.UploadLost
                    : GatewayErrors.Aborted(call.IsForeign ? exception.ErrorCode : null),
            };
            return (new(error, Answer: null), free ? Ending.NotTaken : Ending.Broke);
        }
    }

    /// <summary>How an attempt ended.</summary>
    private enum Ending
    {
        /// <summary>With an answer from the backend.</summary>
        Answered,

        /// <summary>Without an answer.</summary>
        Broke,

        /// <summary>Before it began: the backend did nothing.</summary>
        NotTaken,
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Debug, "Backend {Address} gave no answer to a call: {Fault}.")]
        public static partial void Broke(ILogger logger, Uri address, UpstreamFault fault, Exception exception);
    }
}

/// <summary>A call, as <see cref="Dispatcher"/> sees it.</summary>
/// <param name="Kind">Decides what may be repeated.</param>
/// <param name="Json">The backend has to be able to answer in JSON.</param>
/// <param name="Body">The body of the request.</param>
internal sealed record DispatchedCall(CallKind Kind, bool Json, ICallBody Body)
{
    public bool IsRepeated { get; init; }

    /// <summary>Null for calls that go to the analyzers.</summary>
    public CallRoute? Route { get; init; }

    /// <summary>How often the policy of its route has repeated it.</summary>
    public int Repeats { get; init; }

    /// <summary>Fires when the client's side ends the call.</summary>
    public CancellationToken Ends { get; init; }

    /// <summary>
    /// Of a service that is not the analyzer's: how its backend aborts a call means what it means to any client of gRPC. The analyzer's
    /// clients are told to send theirs again.
    /// </summary>
    public bool IsForeign { get; init; }

    /// <param name="failure">The failure of the last attempt.</param>
    /// <param name="free">The backend did not take the call, so repeating it costs no budget.</param>
    public bool MayRepeat(Error failure, bool free) =>
        Body.IsWhole && (free || (Kind != CallKind.Other && !IsRepeated && IsOfTheBackend(failure)));

    /// <summary>Another backend may succeed.</summary>
    private static bool IsOfTheBackend(Error failure) => failure.Kind.GrpcStatus switch
    {
        StatusCode.Unavailable or StatusCode.ResourceExhausted => !failure.Kind.IsOfTheClient,
        StatusCode.DeadlineExceeded => failure.Kind.IsFailure, // the backend's fault; a slow client would be slow again
        _ => false,
    };
}

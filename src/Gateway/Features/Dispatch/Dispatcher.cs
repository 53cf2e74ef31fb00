using Gateway.Features.Backends;
using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Tracing;
using Gateway.Features.Upstream;
using Grpc.Core;
using Hosting.Errors;

namespace Gateway.Features.Dispatch;

/// <summary>
/// Sends a call to a backend. If the backend fails it, the call is safe to repeat, and the budget allows it, another backend gets it. A
/// call that a backend did not take goes to the next one outside the budget: it caused no work, so repeating it adds no load.
/// </summary>
internal sealed partial class Dispatcher(
    BackendPool pool, RepeatBudget budget, GatewayMetrics metrics, ILogger<Dispatcher> logger)
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
        budget.Called();
        Backend[] tried = [];
        Error? failure = null;
        var (free, healthy) = (true, false);
        for (var attempts = 1; ; attempts++)
        {
            if (pool.Take(call.Kind, call.Json, healthy, tried).IsError(out var none, out var lease))
            {
                return failure ?? none;
            }

            using (lease)
            {
                if (!free && !Repeat())
                {
                    return failure!;
                }

                GatewaySpans.Tried(lease.Backend.Address, attempts);
                var (result, ending, final) = await TryAsync(call, lease, attempt, cancellationToken);
                free = ending == Ending.NotTaken;
                if (!result.IsError(out var error, out _) || final || !call.MayRepeat(error, free))
                {
                    return result;
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

    /// <returns>The result, how the attempt ended, and whether the call ends with it.</returns>
    private async Task<(Result<T> Result, Ending Ending, bool Final)> TryAsync<T>(
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
                lease.Answered(known.IsFailure, known.PushbackError);
                if (known.PushbackError is not null)
                {
                    metrics.PushedBack();
                }
            }

            var ending = answer?.Status is null ? Ending.Broke : Ending.Answered;
            return (result, ending, final || answer is { ForbidsRepeating: true });
        }
        catch (UpstreamException exception) when (exception.Fault == UpstreamFault.MetadataTooLarge)
        {
            // Another backend would send the same.
            return (GatewayErrors.BackendMetadataTooLarge, Ending.Broke, true);
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
                _ => call.Kind == CallKind.Upload && !call.Body.IsWhole ? GatewayErrors.UploadLost : GatewayErrors.BackendFailed,
            };
            return (error, free ? Ending.NotTaken : Ending.Broke, false);
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

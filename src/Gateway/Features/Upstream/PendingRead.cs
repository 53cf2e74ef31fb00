using System.Runtime.CompilerServices;

namespace Gateway.Features.Upstream;

/// <summary>Waits for a client that pauses, while its call is on the way to a backend.</summary>
internal static class PendingRead
{
    /// <summary>
    /// Lets the backend have all that was sent, and waits for what comes next. Where the backend takes no more, the read ends first:
    /// another attempt may read the source next, or what ends the client's request.
    /// </summary>
    /// <param name="next">The read that is under way.</param>
    /// <param name="stream">Goes to the backend.</param>
    /// <param name="reading">Ends the read.</param>
    /// <param name="keep">Takes what came although the backend takes no more.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per chunk of a body
    public static async ValueTask<T> AfterFlushAsync<T>(
        this ValueTask<T> next, Stream stream, CancellationTokenSource reading, Action<T> keep, CancellationToken cancellationToken)
    {
        try
        {
            await stream.FlushAsync(cancellationToken);
        }
        catch
        {
            await reading.CancelAsync();
            try
            {
                keep(await next);
            }
            catch (Exception ended) when (ended is OperationCanceledException or IOException)
            {
                // Nothing more has come.
            }

            throw;
        }

        return await next;
    }
}

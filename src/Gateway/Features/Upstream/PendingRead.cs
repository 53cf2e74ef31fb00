using System.Runtime.CompilerServices;

namespace Gateway.Features.Upstream;

/// <summary>Waits for a client that pauses, while its call is being sent to a backend.</summary>
internal static class PendingRead
{
    /// <summary>
    /// Flushes all that was sent to the backend, and waits for the next read. If the backend takes no more, the read is ended first,
    /// because another attempt, or the end of the client's request, may read the source next.
    /// </summary>
    /// <param name="next">The read that is under way.</param>
    /// <param name="stream">The stream to the backend.</param>
    /// <param name="reading">Ends the read.</param>
    /// <param name="keep">Takes bytes that arrived although the backend takes no more.</param>
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
                // Nothing more has arrived.
            }

            throw;
        }

        return await next;
    }
}

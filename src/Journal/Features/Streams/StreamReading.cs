using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Journal.Features.Streams;

/// <summary>
/// Reads a connection to its end. The connection's own token cannot be used: it is cancelled at the end of the connection, before
/// everything is read.
/// </summary>
internal static class StreamReading
{
    /// <summary>For bytes that the kernel has; the rest of a TLS record may never come.</summary>
    private static readonly TimeSpan Arrival = TimeSpan.FromSeconds(2);

    /// <summary>Cancelled when the host stops.</summary>
    public static CancellationToken StopOf(ConnectionContext connection) =>
        connection.Features.Get<IConnectionLifetimeNotificationFeature>()?.ConnectionClosedRequested ?? connection.ConnectionClosed;

    /// <summary>When the host stops, a waiting read returns with the bytes so far.</summary>
    public static CancellationTokenRegistration OnStop(ConnectionContext connection) =>
        StopOf(connection).Register(connection.Transport.Input.CancelPendingRead);

    /// <summary>What has arrived, without waiting for more.</summary>
    public static async ValueTask<ReadResult> ReadArrivedAsync(this ConnectionContext connection)
    {
        var input = connection.Transport.Input;
        var read = input.ReadAsync(CancellationToken.None).AsTask();
        if (!read.IsCompleted && connection.Features.Get<IUnreadBytes>()?.Any == true)
        {
            // They are there, and the runtime has not been told yet: on a busy machine that takes a while.
            await ((Task)read).WaitAsync(Arrival).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        if (!read.IsCompleted)
        {
            input.CancelPendingRead();
        }

        return await read;
    }

    /// <param name="input">The input of the connection.</param>
    /// <param name="patience">Null to wait as long as it takes.</param>
    /// <param name="time">Measures the patience.</param>
    /// <exception cref="TimeoutException">Nothing has arrived for so long.</exception>
    public static async ValueTask<ReadResult> ReadAsync(this PipeReader input, TimeSpan? patience, TimeProvider time)
    {
        var read = input.ReadAsync(CancellationToken.None);
        return read.IsCompletedSuccessfully || patience is null ? await read : await read.AsTask().WaitAsync(patience.Value, time);
    }
}

using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Journal.Features.Tcp;

/// <summary>Reading a connection to its end. Its own token is of no use: it is cancelled when the end comes, before all is read.</summary>
internal static class StreamReading
{
    /// <summary>Cancelled when the host stops.</summary>
    public static CancellationToken StopOf(ConnectionContext connection) =>
        connection.Features.Get<IConnectionLifetimeNotificationFeature>()?.ConnectionClosedRequested ?? connection.ConnectionClosed;

    /// <summary>When the host stops, a read that waits returns with what there is.</summary>
    public static CancellationTokenRegistration OnStop(ConnectionContext connection) =>
        StopOf(connection).Register(connection.Transport.Input.CancelPendingRead);

    /// <param name="input">The input of the connection.</param>
    /// <param name="patience">Null to wait as long as it takes.</param>
    /// <param name="time">Measures it.</param>
    /// <exception cref="TimeoutException">Nothing has come for so long.</exception>
    public static async ValueTask<ReadResult> ReadAsync(this PipeReader input, TimeSpan? patience, TimeProvider time)
    {
        var read = input.ReadAsync(CancellationToken.None);
        return read.IsCompletedSuccessfully || patience is null ? await read : await read.AsTask().WaitAsync(patience.Value, time);
    }
}

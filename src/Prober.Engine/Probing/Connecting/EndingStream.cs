using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Prober.Engine.Probing.Connecting;

/// <summary>
/// Remembers that the connection itself has ended. TLS has its own close (close_notify), after which nobody reads: a reader that meets the
/// connection's end has not been told that the data is complete.
/// </summary>
internal sealed class EndingStream(Socket socket) : NetworkStream(socket, ownsSocket: false)
{
    public bool HasEnded { get; private set; }

    /// <summary>A handshake has several reads; their state is pooled.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var received = await base.ReadAsync(buffer, cancellationToken);
        HasEnded |= received == 0 && !buffer.IsEmpty;
        return received;
    }
}

using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Prober.Engine.Probing.Connecting;

/// <summary>
/// Remembers that the connection itself has ended. TLS has an end of its own (close_notify), behind which nobody reads on: whoever met
/// the connection's end was not told that all has come.
/// </summary>
internal sealed class EndingStream(Socket socket) : NetworkStream(socket, ownsSocket: false)
{
    public bool HasEnded { get; private set; }

    /// <summary>A handshake has several reads: the state of each is taken from a pool.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var received = await base.ReadAsync(buffer, cancellationToken);
        HasEnded |= received == 0 && !buffer.IsEmpty;
        return received;
    }
}

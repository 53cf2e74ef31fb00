using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Gateway.Features.Upstream;

/// <summary>
/// Opens the connections of a <see cref="SocketsHttpHandler"/>, counts the open ones, and measures their silence.
/// </summary>
internal sealed class Connections
{
    private int _open;
    private long _lastRead = Stopwatch.GetTimestamp();

    public int Open => Volatile.Read(ref _open);

    /// <summary>The time since anything came from the backend.</summary>
    public TimeSpan Silence => Stopwatch.GetElapsedTime(Volatile.Read(ref _lastRead));

    public async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
            return new Connection(socket, this);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private sealed class Connection : NetworkStream
    {
        private readonly Connections _all;
        private int _closed;

        public Connection(Socket socket, Connections all)
            : base(socket, ownsSocket: true)
        {
            _all = all;
            Interlocked.Increment(ref all._open);
        }

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var count = await base.ReadAsync(buffer, cancellationToken);
            if (count > 0)
            {
                Volatile.Write(ref _all._lastRead, Stopwatch.GetTimestamp());
            }

            return count;
        }

        protected override void Dispose(bool disposing)
        {
            if (Interlocked.Exchange(ref _closed, 1) == 0)
            {
                Interlocked.Decrement(ref _all._open);
            }

            base.Dispose(disposing);
        }
    }
}

using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Gateway.Features.Upstream;

/// <summary>
/// Opens the connections of a <see cref="SocketsHttpHandler"/>, counts the open ones, and measures their silence. The name is resolved for
/// each; its addresses are tried in turn, and each connection begins with the next one.
/// </summary>
/// <param name="options">How to resolve a name, and how long all of its addresses may take.</param>
/// <param name="number">The address that the first connection begins with.</param>
internal sealed class Connections(ConnectionOptions options, int number)
{
    private int _next = number - 1;
    private int _open;
    private long _lastRead = Stopwatch.GetTimestamp();

    public int Open => Volatile.Read(ref _open);

    /// <summary>The time since anything came from the backend.</summary>
    public TimeSpan Silence => Stopwatch.GetElapsedTime(Volatile.Read(ref _lastRead));

    public async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var (host, port) = (context.DnsEndPoint.Host, context.DnsEndPoint.Port);
        var addresses = IPAddress.TryParse(host, out var one) ? [one] : await options.Resolve(host, cancellationToken);
        if (addresses.Length == 0)
        {
            throw new SocketException((int)SocketError.HostNotFound);
        }

        var first = (uint)Interlocked.Increment(ref _next);
        for (uint i = 0; ; i++)
        {
            // An address that does not answer must leave time for the others.
            using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            enough.CancelAfter(options.ConnectTimeout / addresses.Length);
            try
            {
                return await OpenAsync(new(addresses[(first + i) % addresses.Length], port), enough.Token);
            }
            catch (Exception failed) when (failed is SocketException or OperationCanceledException
                && i + 1 < addresses.Length && !cancellationToken.IsCancellationRequested)
            {
                // the next address
            }
        }
    }

    private async ValueTask<Stream> OpenAsync(IPEndPoint address, CancellationToken cancellationToken)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(address, cancellationToken);
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

using System.Net;
using System.Net.Sockets;
using Prober.Engine.Networking;

namespace Prober.Engine.Watching;

/// <summary>
/// Something that the prober does ten times a second to measure its own lateness: work for the thread pool, or a connection to itself.
/// While one is under way, the next waits.
/// </summary>
public sealed class Canary(Func<CancellationToken, Task> fly)
{
    private const long Interval = 100;

    private readonly Lock _gate = new();
    private long _sentAt = long.MinValue / 2;
    private bool _isAway;

    /// <summary>Waits for a thread of the pool.</summary>
    public static Canary ThreadPool { get; } = new(token => Task.Run(() => { }, token));

    /// <summary>Connects to a socket of this process.</summary>
    /// <param name="cancellationToken">Ends the socket's work.</param>
    public static Canary Connection(CancellationToken cancellationToken)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = AcceptAsync(listener, cancellationToken);
        var own = (IPEndPoint)listener.LocalEndpoint;
        return new(token => ConnectAsync(own, token));
    }

    /// <summary>One turn of the engine.</summary>
    /// <param name="now">Monotonic milliseconds, as all times here.</param>
    /// <param name="clock">The clock, for when the canary returns.</param>
    internal void Turn(long now, Func<long> clock, OwnLag lag, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_isAway)
            {
                lag.Add(_sentAt, now, now - _sentAt);
                return;
            }

            if (now - _sentAt < Interval)
            {
                return;
            }

            (_sentAt, _isAway) = (now, true);
        }

        _ = FlyAsync(now, clock, lag, cancellationToken);
    }

    private async Task FlyAsync(long sentAt, Func<long> clock, OwnLag lag, CancellationToken cancellationToken)
    {
        try
        {
            await fly(cancellationToken);
        }
        catch (Exception exception) when (exception is SocketException or OperationCanceledException)
        {
            // No handle, no port, or the end: only how long that took matters.
        }

        var now = clock();
        lag.Add(sentAt, now, now - sentAt);
        lock (_gate)
        {
            _isAway = false;
        }
    }

    private static async Task AcceptAsync(TcpListener listener, CancellationToken cancellationToken)
    {
        using (listener)
        {
            while (!cancellationToken.IsCancellationRequested)
            {
                try
                {
                    // Closed plainly: a reset could be there before the other end knows that it is connected. Its own reset is the end.
                    (await listener.AcceptSocketAsync(cancellationToken)).Dispose();
                }
                catch (Exception exception) when (exception is SocketException or OperationCanceledException)
                {
                    // The peer is already gone, or there is no handle for it: the next one may succeed.
                }
            }
        }
    }

    private static async Task ConnectAsync(IPEndPoint own, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(own, cancellationToken);
        }
        finally
        {
            PoliteClosing.Abort(socket);
        }
    }
}

using System.Collections.Concurrent;
using System.Net.Sockets;

namespace Prober.Engine.Networking;

/// <summary>
/// Ends connections without leaving TIME_WAIT at the prober: the server closes first, and a connection whose server is too slow is reset.
/// An immediate reset would discard data that the server has not read or sent yet, and fill its log.
/// </summary>
public sealed class PoliteClosing(TimeProvider time)
{
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);

    /// <summary>For the rest of a body, which may need several round trips.</summary>
    private static readonly TimeSpan BodyPatience = TimeSpan.FromSeconds(1);

    private const int MaxRest = 1 << 20;

    /// <summary>Bodies that are let through at once: each takes a handle, which a probe may need.</summary>
    private const int MaxBodies = 256;

    /// <summary>Takes what nobody reads, of all connections at once.</summary>
    private static readonly byte[] Unread = new byte[64 * 1024];

    private readonly ConcurrentQueue<(long Since, Socket Socket)> _waiting = new();
    private readonly ConcurrentQueue<(long Since, Socket Socket)> _receiving = new();
    private int _bodies;

    /// <summary>Ends a connection that had, or should have had, a response.</summary>
    /// <param name="rest">What is outstanding.</param>
    /// <param name="plainly">Whether to close in the ordinary way, without a wait for the server's close.</param>
    public void Close(Socket socket, OutstandingRest rest, bool plainly)
    {
        if (rest == OutstandingRest.Body && Volatile.Read(ref _bodies) < MaxBodies)
        {
            _receiving.Enqueue((time.GetTimestamp(), socket));
            _ = ReceiveBodyAsync(socket);
        }
        else if (plainly)
        {
            socket.Dispose();
        }
        else if (rest == OutstandingRest.Close)
        {
            _waiting.Enqueue((time.GetTimestamp(), socket));
            _ = ReadToEndAsync(socket);
        }
        else
        {
            Abort(socket);
        }
    }

    /// <summary>Resets connections that have waited long enough; called repeatedly.</summary>
    public void Sweep()
    {
        Sweep(_waiting, Patience);
        Sweep(_receiving, BodyPatience);
    }

    /// <summary>Resets the connection without a TLS close.</summary>
    public static void Abort(Socket socket)
    {
        try
        {
            socket.LingerState = new(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It is closed: there is nothing to reset.
        }

        socket.SafeHandle.Dispose(); // Dispose of the socket itself would shut it down first, which leaves TIME_WAIT behind.
        socket.Dispose();
    }

    private void Sweep(ConcurrentQueue<(long Since, Socket Socket)> queue, TimeSpan patience)
    {
        while (queue.TryPeek(out var first) && time.GetElapsedTime(first.Since) >= patience && queue.TryDequeue(out first))
        {
            Abort(first.Socket);
        }
    }

    private async Task ReceiveBodyAsync(Socket socket)
    {
        Interlocked.Increment(ref _bodies);
        await ReadToEndAsync(socket);
        Interlocked.Decrement(ref _bodies);
    }

    private static async Task ReadToEndAsync(Socket socket)
    {
        try
        {
            for (var rest = 0; rest <= MaxRest;)
            {
                var received = await socket.ReceiveAsync(Unread);
                if (received == 0)
                {
                    socket.Dispose(); // The server closed first, so this leaves no TIME_WAIT here.
                    return;
                }

                rest += received;
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The server reset the connection, or the sweep did.
        }

        Abort(socket);
    }
}

/// <summary>What a server still has to send on a connection that has done its work.</summary>
public enum OutstandingRest
{
    /// <summary>The connection failed, or the server sends too much.</summary>
    Unwanted,

    /// <summary>Only its close, after the whole response.</summary>
    Close,

    /// <summary>The rest of a body that does not matter, and its close.</summary>
    Body,
}

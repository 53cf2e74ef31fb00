using System.Collections.Concurrent;
using System.Net.Sockets;

namespace Prober.Engine.Networking;

/// <summary>
/// Ends connections so that no TIME_WAIT stays with the prober: the server closes first, and one that does not in time is reset. A reset at
/// once would throw away what the server has not read yet, and fill its log.
/// </summary>
public sealed class PoliteClosing(TimeProvider time)
{
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);

    private readonly ConcurrentQueue<(long Since, Socket Socket)> _waiting = new();

    /// <summary>Ends a connection over which a response came, or should have come.</summary>
    /// <param name="isRead">It was read to its end, so nothing but the server's own end is to come.</param>
    /// <param name="plainly">As any client does, without a wait and without a reset.</param>
    public void Close(Socket socket, bool isRead, bool plainly)
    {
        if (plainly)
        {
            socket.Dispose();
        }
        else if (isRead)
        {
            AwaitEnd(socket);
        }
        else
        {
            Abort(socket);
        }
    }

    /// <summary>Resets what has waited long enough; called again and again.</summary>
    public void Sweep()
    {
        while (_waiting.TryPeek(out var first) && time.GetElapsedTime(first.Since) >= Patience && _waiting.TryDequeue(out first))
        {
            Abort(first.Socket);
        }
    }

    /// <summary>Resets the connection, without a word to the peer.</summary>
    public static void Abort(Socket socket)
    {
        SetReset(socket);
        socket.SafeHandle.Dispose(); // Dispose of the socket itself would shut it down first, which leaves TIME_WAIT behind.
        socket.Dispose();
    }

    private void AwaitEnd(Socket socket)
    {
        SetReset(socket);
        _waiting.Enqueue((time.GetTimestamp(), socket));
        _ = ReadToEndAsync(socket);
    }

    private static void SetReset(Socket socket)
    {
        try
        {
            socket.LingerState = new(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It is closed: nothing is left to reset.
        }
    }

    private static async Task ReadToEndAsync(Socket socket)
    {
        var rest = new byte[512];
        try
        {
            while (await socket.ReceiveAsync(rest) > 0)
            {
                // A last record of TLS, or bytes that nobody asked for.
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The server reset the connection, or the sweep did.
        }

        // After the server's end this leaves no TIME_WAIT here.
        socket.Dispose();
    }
}

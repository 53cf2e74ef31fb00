using System.Collections.Concurrent;
using System.Net.Sockets;

namespace Prober.Engine.Networking;

/// <summary>
/// Ends connections without leaving TIME_WAIT at the prober: the server closes first, and a connection whose server is too slow is reset.
/// An immediate reset would discard data that the server has not read yet, and fill its log.
/// </summary>
public sealed class PoliteClosing(TimeProvider time)
{
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);

    private readonly ConcurrentQueue<(long Since, Socket Socket)> _waiting = new();

    /// <summary>Ends a connection that had, or should have had, a response.</summary>
    /// <param name="isRead">Whether the response was read to its end, so that only the server's close is outstanding.</param>
    /// <param name="plainly">Whether to close in the ordinary way, without a wait and without a reset.</param>
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

    /// <summary>Resets connections that have waited long enough; called repeatedly.</summary>
    public void Sweep()
    {
        while (_waiting.TryPeek(out var first) && time.GetElapsedTime(first.Since) >= Patience && _waiting.TryDequeue(out first))
        {
            Abort(first.Socket);
        }
    }

    /// <summary>Resets the connection without a TLS close.</summary>
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
            // It is closed: there is nothing to reset.
        }
    }

    private static async Task ReadToEndAsync(Socket socket)
    {
        var rest = new byte[512];
        try
        {
            while (await socket.ReceiveAsync(rest) > 0)
            {
                // A last TLS record, or unexpected bytes.
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The server reset the connection, or the sweep did.
        }

        // The server closed first, so this leaves no TIME_WAIT here.
        socket.Dispose();
    }
}

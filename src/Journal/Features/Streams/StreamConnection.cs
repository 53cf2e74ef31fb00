using System.IO.Pipelines;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;

namespace Journal.Features.Streams;

/// <summary>Tells what the kernel has of a connection.</summary>
internal interface IUnreadBytes
{
    /// <summary>Whether bytes have arrived that nobody has read.</summary>
    bool Any { get; }
}

/// <summary>A connection whose socket is read when its bytes are wanted.</summary>
internal sealed class StreamConnection : DefaultConnectionContext, IUnreadBytes
{
    private const int BufferBytes = 64 << 10;

    private readonly Socket _socket;
    private readonly CancellationTokenSource _closed = new();

    public StreamConnection(Socket socket)
    {
        _socket = socket;
        ConnectionId = Guid.NewGuid().ToString("N");
        (LocalEndPoint, RemoteEndPoint) = (socket.LocalEndPoint, socket.RemoteEndPoint);
        var stream = new NetworkStream(socket, ownsSocket: false);
        Transport = new Pipes(
            PipeReader.Create(stream, new(bufferSize: BufferBytes, leaveOpen: true, useZeroByteReads: true)),
            PipeWriter.Create(stream, new(leaveOpen: true)));
        ConnectionClosed = _closed.Token;
        Features.Set<IUnreadBytes>(this);
    }

    public bool Any
    {
        get
        {
            try
            {
                return _socket.Available > 0;
            }
            catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
            {
                return false;
            }
        }
    }

    /// <summary>Ends a read that waits, at once.</summary>
    public override void Abort(ConnectionAbortedException abortReason)
    {
        _closed.Cancel();
        _socket.Dispose();
    }

    public override async ValueTask DisposeAsync()
    {
        await _closed.CancelAsync();
        try
        {
            await Transport.Output.CompleteAsync();
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception gone) when (gone is SocketException or IOException or ObjectDisposedException)
        {
            // The other side has closed it.
        }

        _socket.Dispose();
        _closed.Dispose();
        await base.DisposeAsync();
    }

    private sealed record Pipes(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}

using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Journal.Features.Streams;

/// <summary>Listens for connections that are read to their last byte even if they are reset.</summary>
/// <remarks>
/// Kestrel's own transport reads ahead into a pipe; a reset ends that pipe with an exception, and takes along what was received and not
/// read yet: of forty messages, each followed by a reset, one was seen. Here the socket is read when its bytes are wanted, and the
/// system gives what has arrived before it tells of the reset.
/// </remarks>
internal sealed class StreamTransport(IOptions<SocketTransportOptions> options)
    : IConnectionListenerFactory, IConnectionListenerFactorySelector
{
    public bool CanBind(EndPoint endpoint) => endpoint is StreamEndPoint;

    public ValueTask<IConnectionListener> BindAsync(EndPoint endpoint, CancellationToken cancellationToken = default)
    {
        var asked = (StreamEndPoint)endpoint;
        var socket = Bind(new(asked.Address, asked.Port));
        socket.Listen(options.Value.Backlog);
        return ValueTask.FromResult<IConnectionListener>(new Listener(socket));
    }

    /// <exception cref="AddressInUseException">Another program has the port.</exception>
    private Socket Bind(IPEndPoint endpoint)
    {
        try
        {
            return options.Value.CreateBoundListenSocket(endpoint);
        }
        catch (SocketException taken) when (taken.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            throw new AddressInUseException(taken.Message, taken);
        }
    }

    private sealed class Listener(Socket socket) : IConnectionListener
    {
        public EndPoint EndPoint { get; } = socket.LocalEndPoint!;

        public async ValueTask<ConnectionContext?> AcceptAsync(CancellationToken cancellationToken = default)
        {
            while (true)
            {
                try
                {
                    var accepted = await socket.AcceptAsync(cancellationToken);
                    accepted.NoDelay = true;
                    return new StreamConnection(accepted);
                }
                catch (ObjectDisposedException)
                {
                    return null;
                }
                catch (SocketException closed) when (closed.SocketErrorCode == SocketError.OperationAborted)
                {
                    return null;
                }
                catch (SocketException)
                {
                    // The client left before it was accepted.
                }
            }
        }

        public ValueTask UnbindAsync(CancellationToken cancellationToken = default)
        {
            socket.Dispose();
            return ValueTask.CompletedTask;
        }

        public ValueTask DisposeAsync()
        {
            socket.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}

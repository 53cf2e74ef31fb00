using System.Net;
using System.Net.Sockets;
using Gateway.Features.Upstream;
using Gateway.Tests.BadInput;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;

namespace Gateway.Tests.Upstream;

/// <summary>A backend answers and closes its connection while the gateway is still sending: what it said before has to arrive.</summary>
public sealed class LostSendingTests
{
    [Fact]
    public async Task Send_FailsBeforeTheAnswerIsRead_AnswerArrives()
    {
        var connections = new MuteConnections();
        await using var backend = new ScriptedBackend(
            async (connection, stream) =>
            {
                connections.IsMute = true;
                await connections.Failed.Task.Within();
                await connection.HeadersAsync(stream, Connection.EndStream, (":status", "200"), ("grpc-status", "8"));
                connection.Close();
            },
            atHead: true);
        using var client = connections.Client();
        using var request = Upload(backend.Address, connections);

        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken).Within();

        response.Headers.GetValues("grpc-status").ShouldBe(["8"]);
    }

    [Fact]
    public async Task Send_FailsAndNothingIsAnswered_CallFails()
    {
        var connections = new MuteConnections();
        await using var backend = new ScriptedBackend(
            async (connection, _) =>
            {
                connections.IsMute = true;
                await connections.Failed.Task.Within();
                connection.Close();
            },
            atHead: true);
        using var client = connections.Client();
        using var request = Upload(backend.Address, connections);

        await Should.ThrowAsync<HttpRequestException>(client.SendAsync(request, TestContext.Current.CancellationToken).Within());
    }

    private static HttpRequestMessage Upload(Uri address, MuteConnections connections) => new(HttpMethod.Post, address)
    {
        Version = HttpVersion.Version20,
        VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        Content = new BodyUntilFailure(connections),
    };

    /// <summary>Connections that send nothing once <see cref="IsMute"/> is set, as after a reset, but can still be read.</summary>
    private sealed class MuteConnections
    {
        private volatile bool _isMute;

        public bool IsMute
        {
            get => _isMute;
            set => _isMute = value;
        }

        /// <summary>Completes when a write has failed.</summary>
        public TaskCompletionSource Failed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public HttpMessageInvoker Client()
        {
            var options = new ConnectionOptions(Deadline.Default, Deadline.Default, Deadline.Default, static _ => { });
            var handler = SocketsUpstream.CreateHandler(options, new(options, 0));
            handler.ConnectCallback = async (context, cancellationToken) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new MuteStream(socket, this);
            };
            return new(handler);
        }
    }

    private sealed class MuteStream(Socket socket, MuteConnections connections) : NetworkStream(socket, ownsSocket: true)
    {
        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (!connections.IsMute)
            {
                return base.WriteAsync(buffer, cancellationToken);
            }

            connections.Failed.TrySetResult();
            return ValueTask.FromException(new IOException("Broken pipe"));
        }
    }

    /// <summary>A body that goes on until a write has failed, and is not at its end then.</summary>
    private sealed class BodyUntilFailure(MuteConnections connections) : HttpContent
    {
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await stream.FlushAsync();
            while (!connections.Failed.Task.IsCompleted)
            {
                await stream.WriteAsync(new byte[1]);
                await stream.FlushAsync();
                await Task.Delay(1);
            }

            await Task.Delay(Timeout.Infinite, TestContext.Current.CancellationToken);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}

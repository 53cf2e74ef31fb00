using System.Buffers;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;

namespace Farm.Serving;

/// <summary>Serves one connection after the manner that its visitor asked for by name.</summary>
internal sealed class Visitors(FarmCertificates certificates, FarmCounts counts)
{
    private const int MaxHead = 8192;
    private static readonly TimeSpan Slowness = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Drip = TimeSpan.FromSeconds(1);
    private static readonly byte[] Bad =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"u8.ToArray();

    private int _flaps;

    public async Task TcpAsync(Socket socket, CancellationToken stop)
    {
        counts.Accepted();
        counts.Visited(Behaviour.Ok);
        counts.Answered(Behaviour.Ok);
        await socket.ReceiveAsync(new byte[1], stop); // until the visitor goes
    }

    public async Task HttpAsync(Socket socket, CancellationToken stop)
    {
        counts.Accepted();
        await using var stream = new NetworkStream(socket, ownsSocket: false);
        if (await ReadAsync(stream, stop) is { } behaviour)
        {
            counts.Visited(behaviour);
            await AnswerAsync(behaviour, stream, socket, stop);
            await LeaveAsync(socket, stop);
        }
    }

    public async Task HttpsAsync(Socket socket, CancellationToken stop)
    {
        counts.Accepted();
        var behaviour = Behaviour.Ok;
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        await using var secured = new SslStream(plain, leaveInnerStreamOpen: true);
        await secured.AuthenticateAsServerAsync(
            (_, hello, _, _) =>
            {
                behaviour = Behaviours.Of(hello.ServerName);
                counts.Visited(behaviour);
                return ValueTask.FromResult(new SslServerAuthenticationOptions
                {
                    ServerCertificateContext = certificates.For(behaviour),
                    AllowTlsResume = false, // Every handshake is full, whoever comes.
                });
            },
            state: null,
            stop);
        counts.Shook(behaviour);
        if (await ReadAsync(secured, stop) is not null)
        {
            await AnswerAsync(behaviour, secured, socket, stop);
            await secured.ShutdownAsync();
            await LeaveAsync(socket, stop);
        }
    }

    /// <returns>The value of the header <c>Host</c>; null when the visitor left.</returns>
    private static async ValueTask<Behaviour?> ReadAsync(Stream stream, CancellationToken stop)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(MaxHead);
        try
        {
            for (var length = 0; length < MaxHead;)
            {
                var read = await stream.ReadAsync(buffer.AsMemory(length, MaxHead - length), stop);
                if (read == 0)
                {
                    return null;
                }

                length += read;
                if (buffer.AsSpan(0, length).EndsWith("\r\n\r\n"u8))
                {
                    return BehaviourOf(buffer.AsSpan(0, length));
                }
            }

            return null;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static Behaviour BehaviourOf(ReadOnlySpan<byte> head)
    {
        var at = head.IndexOf("Host: "u8);
        return at < 0 ? Behaviour.Ok : Behaviours.Of(Encoding.ASCII.GetString(head.Slice(at + 6, Math.Min(32, head.Length - at - 6))));
    }

    private async ValueTask AnswerAsync(Behaviour behaviour, Stream stream, Socket socket, CancellationToken stop)
    {
        switch (behaviour)
        {
            case Behaviour.Slow:
                await Task.Delay(Slowness, stop);
                await AnswerWellAsync(behaviour, stream, stop);
                break;
            case Behaviour.Hang:
                await Task.Delay(Timeout.Infinite, await GoneAsync(stream, stop));
                break;
            case Behaviour.Reset:
                socket.LingerState = new(enable: true, seconds: 0);
                socket.Close();
                break;
            case Behaviour.Trickle:
                for (var i = 0; ; i = (i + 1) % 16)
                {
                    await stream.WriteAsync(GoodAnswers.Usual.AsMemory(i, 1), stop);
                    await Task.Delay(Drip, stop);
                }

            case Behaviour.Huge:
                await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n"u8.ToArray(), stop);
                for (var block = new byte[65536]; ;)
                {
                    await stream.WriteAsync(block, stop);
                }

            case Behaviour.Loop:
                await stream.WriteAsync(
                    "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"u8.ToArray(), stop);
                break;
            case Behaviour.Status:
                await stream.WriteAsync(Bad, stop);
                break;
            case Behaviour.Flap when Interlocked.Increment(ref _flaps) % 2 == 0:
                await stream.WriteAsync(Bad, stop);
                break;
            default:
                await AnswerWellAsync(behaviour, stream, stop);
                break;
        }
    }

    private async ValueTask AnswerWellAsync(Behaviour behaviour, Stream stream, CancellationToken stop)
    {
        counts.Answered(behaviour);
        await stream.WriteAsync(GoodAnswers.Of(behaviour), stop);
    }

    /// <returns>Cancelled when the visitor has had enough.</returns>
    private static async ValueTask<CancellationToken> GoneAsync(Stream stream, CancellationToken stop)
    {
        while (await stream.ReadAsync(new byte[16], stop) > 0)
        {
            // Drops the rest of the visitor's bytes.
        }

        return new(canceled: true);
    }

    /// <summary>The server closes first, so that no TIME_WAIT stays with the visitor.</summary>
    private static async ValueTask LeaveAsync(Socket socket, CancellationToken stop)
    {
        socket.Shutdown(SocketShutdown.Send);
        await socket.ReceiveAsync(new byte[16], stop);
    }
}

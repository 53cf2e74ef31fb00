using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Tests.Networking;

/// <summary>A name server that sends what a test wants to each query, over UDP and TCP on one port.</summary>
internal sealed class DnsServer : IAsyncDisposable
{
    private readonly Func<byte[], bool, IEnumerable<byte[]>> _answer;
    private readonly Socket _udp;
    private readonly Socket _tcp = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _serving;

    /// <param name="answer">Gets the query, and whether it came over TCP.</param>
    public DnsServer(Func<byte[], bool, IEnumerable<byte[]>> answer)
    {
        _answer = answer;
        do
        {
            _udp = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            _udp.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        }
        while (!TryBind(_tcp, _udp.LocalEndPoint!));

        _tcp.Listen();
        _serving = Task.WhenAll(ServeUdpAsync(), ServeTcpAsync());
    }

    public IPEndPoint EndPoint => (IPEndPoint)_udp.LocalEndPoint!;

    public ConcurrentQueue<byte[]> Queries { get; } = new();

    /// <summary>Answers each query with one address of IPv4.</summary>
    public static DnsServer Answering(string address, uint seconds = 60) => new((query, _) =>
        [DnsAnswer.To(query, answers: DnsAnswer.TypeOf(query) == 1 ? [DnsAnswer.Address(address, seconds)] : [])]);

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _serving.Within();
        _udp.Dispose();
        _tcp.Dispose();
        _stopping.Dispose();
    }

    private static bool TryBind(Socket socket, EndPoint address)
    {
        try
        {
            socket.Bind(address);
            return true;
        }
        catch (SocketException)
        {
            return false; // Somebody else has that port of TCP.
        }
    }

    private async Task ServeUdpAsync()
    {
        var buffer = new byte[65536];
        try
        {
            while (true)
            {
                var got = await _udp.ReceiveFromAsync(buffer, new IPEndPoint(IPAddress.Any, 0), _stopping.Token);
                var query = buffer[..got.ReceivedBytes];
                Queries.Enqueue(query);
                foreach (var answer in _answer(query, false))
                {
                    await _udp.SendToAsync(answer, got.RemoteEndPoint, _stopping.Token);
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }
    }

    private async Task ServeTcpAsync()
    {
        try
        {
            while (true)
            {
                using var socket = await _tcp.AcceptAsync(_stopping.Token);
                await using var stream = new NetworkStream(socket);
                var length = new byte[2];
                await stream.ReadExactlyAsync(length, _stopping.Token);
                var query = new byte[(length[0] << 8) | length[1]];
                await stream.ReadExactlyAsync(query, _stopping.Token);
                Queries.Enqueue(query);
                foreach (var answer in _answer(query, true))
                {
                    await stream.WriteAsync((byte[])[(byte)(answer.Length >> 8), (byte)answer.Length, .. answer], _stopping.Token);
                }
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            // The test is over.
        }
    }
}

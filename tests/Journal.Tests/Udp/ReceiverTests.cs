using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using Journal.Features.Udp.Receiving;

namespace Journal.Tests.Udp;

/// <summary>All ways to receive give what was sent.</summary>
public sealed class ReceiverTests : IDisposable
{
    /// <summary>The longest datagram of UDP over IPv4.</summary>
    private const int MaxLength = 65_507;

    /// <summary>Each of a tenth of a second: a busy machine takes its time.</summary>
    private const int MaxTries = 600;

    private readonly List<Socket> _sockets = [];

    public void Dispose() => _sockets.ForEach(socket => socket.Dispose());

    [Theory]
    [InlineData(Receivers.Single, "127.0.0.1")]
    [InlineData(Receivers.Batch, "127.0.0.1")]
    [InlineData(Receivers.Single, "::1")]
    [InlineData(Receivers.Batch, "::1")]
    public void Receive_DatagramsOfAnyLength_GivesTheirBytesAndTheirSource(string way, string address)
    {
        var (receiver, port) = Open(way, address);
        var (one, other) = (Connect(address, port), Connect(address, port));
        var random = new Random(1);
        var sent = new List<(byte[] Bytes, Socket From)>();
        foreach (var length in new[] { 1, 0, MaxLength, 17, 0, 1400, MaxLength, 2 })
        {
            var bytes = new byte[length];
            random.NextBytes(bytes);
            sent.Add((bytes, sent.Count % 2 == 0 ? one : other));
            sent[^1].From.Send(bytes).ShouldBe(length);
        }

        var received = Take(receiver, sent.Count);

        received.Select(datagram => datagram.Bytes).ShouldBe(sent.Select(datagram => datagram.Bytes));
        received.Select(datagram => datagram.From).ShouldBe(sent.Select(datagram => (IPEndPoint)datagram.From.LocalEndPoint!));
    }

    [Theory]
    [InlineData(Receivers.Single)]
    [InlineData(Receivers.Batch)]
    public void Receive_MoreThanOneCallTakes_GivesEachOnceAndInOrder(string way)
    {
        var (receiver, port) = Open(way, "127.0.0.1");
        var sender = Connect("127.0.0.1", port);
        var datagram = new byte[100];
        const int Count = (5 * BatchReceiver.MaxDatagrams) + 3;
        for (var number = 0; number < Count; number++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(datagram, number);
            sender.Send(datagram.AsSpan(0, 4 + (number % 90)));
        }

        var received = Take(receiver, Count);

        received.Select(one => (BinaryPrimitives.ReadInt32LittleEndian(one.Bytes), one.Bytes.Length))
            .ShouldBe(Enumerable.Range(0, Count).Select(number => (number, 4 + (number % 90))));
        receiver.Receive().ShouldBe(0);
    }

    [Theory]
    [InlineData(Receivers.Single)]
    [InlineData(Receivers.Batch)]
    public void Receive_NothingComes_ReturnsAtTheTimeOutAndGoesOnAfterIt(string way)
    {
        var (receiver, port) = Open(way, "127.0.0.1");
        receiver.Receive().ShouldBe(0);
        receiver.Receive().ShouldBe(0);
        Connect("127.0.0.1", port).Send("late"u8);

        Take(receiver, 1)[0].Bytes.ShouldBe("late"u8.ToArray());
    }

    [Fact]
    public void Receive_TheSystemRefuses_SaysSo()
    {
        Receivers.Of(Receivers.Batch);
        using var directory = new TempDirectory("receiver");
        using var file = File.OpenHandle(directory.Combine("no-socket"), FileMode.CreateNew, FileAccess.Write);

        Should.Throw<NotSupportedException>(() => new BatchReceiver(file, AddressFamily.InterNetwork).Receive())
            .Message.ShouldNotBeEmpty();
    }

    private static List<(byte[] Bytes, IPEndPoint From)> Take(IDatagramReceiver receiver, int count)
    {
        var taken = new List<(byte[], IPEndPoint)>();
        for (var tries = 0; taken.Count < count && tries < MaxTries; tries++)
        {
            var came = receiver.Receive();
            for (var place = 0; place < came; place++)
            {
                var any = new IPEndPoint(
                    receiver.SourceAt(place).Family == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0);
                taken.Add((receiver.DatagramAt(place).ToArray(), (IPEndPoint)any.Create(receiver.SourceAt(place))));
            }
        }

        return taken;
    }

    private (IDatagramReceiver Receiver, int Port) Open(string way, string address)
    {
        var (open, ip) = (Receivers.Of(way), IPAddress.Parse(address));
        Assert.SkipUnless(ip.AddressFamily == AddressFamily.InterNetwork || Socket.OSSupportsIPv6, "This machine has no IPv6.");
        var socket = new Socket(ip.AddressFamily, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 100, ReceiveBufferSize = 1 << 20 };
        _sockets.Add(socket);
        socket.Bind(new IPEndPoint(ip, 0));
        return (open(socket), ((IPEndPoint)socket.LocalEndPoint!).Port);
    }

    private Socket Connect(string address, int port)
    {
        var ip = IPAddress.Parse(address);
        var socket = new Socket(ip.AddressFamily, SocketType.Dgram, ProtocolType.Udp) { SendBufferSize = 1 << 20 };
        _sockets.Add(socket);
        socket.Connect(ip, port);
        return socket;
    }
}

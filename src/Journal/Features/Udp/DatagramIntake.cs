using System.Net;
using System.Net.Sockets;
using Journal.Features.Ingest;
using Journal.Features.Sealed;
using Journal.Log.Frames;

namespace Journal.Features.Udp;

/// <summary>Puts datagrams into the open batch: each is a plain message, or sealed.</summary>
internal sealed class DatagramIntake(Ingester ingester, SealedIntake sealedDatagrams) : IDatagramIntake
{
    private const int MaxSenders = 4096;
    private const int MaxHosts = 1 << 16; // of all of them

    private readonly Dictionary<SocketAddress, Sender> _senders = [];
    private int _hosts;

    public void Take(ReadOnlySpan<byte> datagram, SocketAddress source)
    {
        if (datagram.IsEmpty)
        {
            ingester.Refuse();
        }
        else if (!sealedDatagrams.TryTake(datagram))
        {
            // Python's SysLogHandler ends a message with NUL.
            Take(SenderOf(source), datagram.IndexOf((byte)0) == datagram.Length - 1 ? datagram[..^1] : datagram);
        }
    }

    private void Take(Sender sender, ReadOnlySpan<byte> datagram)
    {
        var before = sender.Hosts;
        if (!ingester.TryTake(sender, datagram, awaited: false, out _))
        {
            ingester.Drop(sender, datagram);
        }

        _hosts += sender.Hosts - before;
        if (_hosts > MaxHosts)
        {
            Forget();
        }
    }

    private Sender SenderOf(SocketAddress address)
    {
        if (_senders.TryGetValue(address, out var sender))
        {
            return sender;
        }

        if (_senders.Count == MaxSenders)
        {
            Forget();
        }

        var copy = new SocketAddress(address.Family, address.Size);
        address.Buffer.Span[..address.Size].CopyTo(copy.Buffer.Span);
        sender = new(new RecordSource(SourceKind.Udp, SenderName.Of(EndpointOf(copy))));
        _senders.Add(copy, sender);
        return sender;
    }

    /// <summary>A forger can make up any number of addresses and names.</summary>
    private void Forget()
    {
        _senders.Clear();
        _hosts = 0;
    }

    private static IPEndPoint EndpointOf(SocketAddress address) =>
        (IPEndPoint)new IPEndPoint(address.Family == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Any : IPAddress.Any, 0).Create(address);
}

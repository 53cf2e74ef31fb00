using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Journal.Features.Gelf;
using Journal.Features.Ingest;
using Journal.Features.Sealed;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Microsoft.Extensions.Options;

namespace Journal.Features.Udp;

/// <summary>Puts datagrams into the open batch: each is a plain message, a packed one or a part of one (GELF), or sealed.</summary>
internal sealed class DatagramIntake(Ingester ingester, SealedIntake sealedDatagrams, IOptions<JournalOptions> options, TimeProvider time)
    : IDatagramIntake
{
    private const int MaxSenders = 4096;
    private const int MaxHosts = 1 << 16; // of all of them

    private readonly Dictionary<SocketAddress, Sender> _senders = [];
    private readonly MessageChunks _chunks = new(time);
    private readonly byte[] _unpacked = new byte[options.Value.MaxMessageBytes];
    private int _hosts;

    public void Take(ReadOnlySpan<byte> datagram, SocketAddress source)
    {
        if (datagram.IsEmpty)
        {
            ingester.Refuse();
        }
        else if (!sealedDatagrams.TryTake(datagram))
        {
            if (_chunks.Forget() is > 0 and var overdue)
            {
                ingester.Losses.AddMissing(overdue);
            }

            TakePlain(SenderOf(source), datagram);
        }
    }

    private void TakePlain(Sender sender, ReadOnlySpan<byte> datagram)
    {
        if (MessageChunks.Is(datagram) && _chunks.TryAdd(sender.Source, datagram, out var message, out var lost))
        {
            ingester.Losses.AddMissing(lost);
            if (message is not null)
            {
                TakeWhole(sender, message);
            }
        }
        else
        {
            TakeWhole(sender, datagram);
        }
    }

    private void TakeWhole(Sender sender, ReadOnlySpan<byte> message)
    {
        var packed = PackedMessage.IsOfRsyslog(message) ? message[1..] : message;
        if (PackedMessage.Is(packed) && PackedMessage.Unpack(packed, _unpacked) is { } length)
        {
            Take(sender, _unpacked.AsSpan(0, Math.Min(length, _unpacked.Length)), length > _unpacked.Length);
        }
        else if (IsLinesOfJson(message))
        {
            foreach (var line in message.TrimEnd((byte)'\n').Split((byte)'\n'))
            {
                Take(sender, message[line]);
            }
        }
        else
        {
            // Python's SysLogHandler ends a message with NUL.
            Take(sender, message.IndexOf((byte)0) == message.Length - 1 ? message[..^1] : message);
        }
    }

    /// <summary>Whether every line is an object: pino-socket puts what it logs at once into one datagram.</summary>
    private static bool IsLinesOfJson(ReadOnlySpan<byte> message)
    {
        if (message is not [(byte)'{', ..] || message.IndexOf("}\n{"u8) < 0)
        {
            return false;
        }

        try
        {
            message = message.TrimEnd((byte)'\n');
            foreach (var line in message.Split((byte)'\n'))
            {
                var json = new Utf8JsonReader(message[line]);
                if (!json.Read() || json.TokenType != JsonTokenType.StartObject || !json.TrySkip() || json.Read())
                {
                    return false;
                }
            }

            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private void Take(Sender sender, ReadOnlySpan<byte> message, bool isCut = false)
    {
        var before = sender.Hosts;
        if (!ingester.TryTake(sender, message, awaited: false, out _, isCut ? RecordMarks.Truncated : RecordMarks.None))
        {
            ingester.Drop(sender, message);
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

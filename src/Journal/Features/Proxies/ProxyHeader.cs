using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Journal.Features.Proxies;

/// <summary>Reads the header with which a proxy tells whom it speaks for (HAProxy's PROXY protocol, versions 1 and 2).</summary>
internal static class ProxyHeader
{
    /// <summary>The longest header: of version 1 it is 107 bytes; one of version 2 may bring the client's certificate.</summary>
    public const int MaxBytes = 16 + (16 << 10);

    private const int MaxTextBytes = 107;
    private const int FixedBytes = 16;

    private static ReadOnlySpan<byte> Text => "PROXY "u8;

    private static ReadOnlySpan<byte> Binary => "\r\n\r\n\0\r\nQUIT\n"u8;

    /// <param name="buffer">What the connection has sent; the header is removed from it when it is whole.</param>
    /// <param name="client">Whom the proxy speaks for; null if it speaks for itself.</param>
    public static ProxyRead Read(ref ReadOnlySequence<byte> buffer, out IPEndPoint? client)
    {
        Span<byte> head = stackalloc byte[FixedBytes];
        var known = (int)Math.Min(buffer.Length, head.Length);
        buffer.Slice(0, known).CopyTo(head);
        head = head[..known];
        client = null;
        return Begins(head, Text) ? ReadText(ref buffer, out client)
            : Begins(head, Binary) ? ReadBinary(ref buffer, head, out client)
            : ProxyRead.Missing;
    }

    private static bool Begins(ReadOnlySpan<byte> head, ReadOnlySpan<byte> mark) =>
        head.Length < mark.Length ? mark.StartsWith(head) : head.StartsWith(mark);

    /// <summary><c>PROXY TCP4 192.0.2.1 198.51.100.1 56324 514</c>, with CR and LF behind it.</summary>
    private static ProxyRead ReadText(ref ReadOnlySequence<byte> buffer, out IPEndPoint? client)
    {
        client = null;
        var reader = new SequenceReader<byte>(buffer);
        if (!reader.TryReadTo(out ReadOnlySequence<byte> line, "\r\n"u8))
        {
            return buffer.Length < MaxTextBytes && buffer.PositionOf((byte)'\n') is null ? ProxyRead.Incomplete : ProxyRead.Malformed;
        }

        if (line.Length > MaxTextBytes - 2)
        {
            return ProxyRead.Malformed;
        }

        var words = Encoding.ASCII.GetString(line).Split(' ');
        if (words is [_, "UNKNOWN", ..])
        {
            buffer = buffer.Slice(reader.Position);
            return ProxyRead.Whole;
        }

        if (words is [_, ("TCP4" or "TCP6") and var family, var source, _, var port, _]
            && AddressOf(source, mayBeIPv6: family == "TCP6") is { } address
            && Utf8Parser.TryParse(Encoding.ASCII.GetBytes(port), out ushort number, out var digits) && digits == port.Length)
        {
            (client, buffer) = (new(address, number), buffer.Slice(reader.Position));
            return ProxyRead.Whole;
        }

        return ProxyRead.Malformed;
    }

    /// <summary>Takes IPv4 in its usual form only: servers disagree about what a leading zero means.</summary>
    private static IPAddress? AddressOf(string text, bool mayBeIPv6) =>
        !text.Contains('%', StringComparison.Ordinal) && IPAddress.TryParse(text, out var address)
            && (address.AddressFamily == AddressFamily.InterNetwork ? address.ToString() == text : mayBeIPv6)
            ? address
            : null;

    private static ProxyRead ReadBinary(ref ReadOnlySequence<byte> buffer, ReadOnlySpan<byte> head, out IPEndPoint? client)
    {
        client = null;
        if (head.Length < FixedBytes)
        {
            return ProxyRead.Incomplete;
        }

        var length = FixedBytes + BinaryPrimitives.ReadUInt16BigEndian(head[14..]);
        var (version, command, family) = (head[12] >> 4, head[12] & 15, head[13] >> 4);
        if (version != 2 || command > 1 || length > MaxBytes)
        {
            return ProxyRead.Malformed;
        }

        if (buffer.Length < length)
        {
            return ProxyRead.Incomplete;
        }

        var header = buffer.Slice(0, length).ToArray().AsSpan(FixedBytes);
        buffer = buffer.Slice(length);
        var addressBytes = family switch { 1 => 4, 2 => 16, _ => 0 };
        if (command == 0 || addressBytes == 0)
        {
            return ProxyRead.Whole; // the proxy's own connection, such as a health check, or a socket without addresses
        }

        if (header.Length < (2 * addressBytes) + 4)
        {
            return ProxyRead.Malformed;
        }

        client = new(new IPAddress(header[..addressBytes]), BinaryPrimitives.ReadUInt16BigEndian(header[(2 * addressBytes)..]));
        return ProxyRead.Whole;
    }
}

/// <summary>What the beginning of a connection is.</summary>
internal enum ProxyRead
{
    /// <summary>More bytes are needed.</summary>
    Incomplete,
    Whole,
    Malformed,

    /// <summary>It begins with something else.</summary>
    Missing,
}

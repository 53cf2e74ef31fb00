using System.Buffers.Binary;
using System.Net;
using System.Text;

namespace Prober.Engine.Networking.Naming;

/// <summary>
/// Reads a DNS message safely, whatever the bytes are: only names are read twice, and a pointer within a name leads only backwards, so that
/// there are no loops (RFC 1035, section 4.1.4).
/// </summary>
internal ref struct DnsReader(ReadOnlySpan<byte> message)
{
    private const int MaxName = 255;
    private const byte Pointer = 0xC0;
    private const ushort Response = 0x8000;
    private const ushort Truncated = 0x0200;
    private const int MaxText = 4096;

    private readonly ReadOnlySpan<byte> _message = message;
    private int _at = DnsQuery.HeadLength;

    /// <returns>Null when it is malformed.</returns>
    public static DnsMessage? Read(ReadOnlySpan<byte> message) => new DnsReader(message).Read();

    private DnsMessage? Read()
    {
        if (_message.Length < DnsQuery.HeadLength)
        {
            return null;
        }

        var flags = Number(2);
        if ((flags & Response) == 0 || Number(4) != 1 || ReadName() is not { } name || _at + 4 > _message.Length)
        {
            return null;
        }

        var question = new DnsQuestion(name, (DnsType)Number(_at));
        _at += 4;
        var isTruncated = (flags & Truncated) != 0;
        var answers = ReadRecords(Number(6));
        var authorities = answers is null ? null : ReadRecords(Number(8));

        // Nobody depends on these: what cannot be read is as if it were not there.
        var additionals = authorities is null ? null : ReadRecords(Number(10));

        // A truncated message says nothing else: its records may end anywhere.
        return (answers is null || authorities is null) && !isTruncated
            ? null
            : new(Number(0), (DnsStatus)(flags & 0x0F), isTruncated, question, answers ?? [], authorities ?? [])
            {
                AdditionalCount = Number(10),
                Additionals = additionals ?? [],
            };
    }

    private readonly ushort Number(int at) => BinaryPrimitives.ReadUInt16BigEndian(_message[at..]);

    private List<DnsRecord>? ReadRecords(int count)
    {
        var records = new List<DnsRecord>();
        for (; count > 0; count--)
        {
            const int Fixed = 10; // type, class, time to live, length
            if (ReadName() is not { } owner || _at + Fixed > _message.Length)
            {
                return null;
            }

            var type = (DnsType)Number(_at);
            var seconds = BinaryPrimitives.ReadUInt32BigEndian(_message[(_at + 4)..]);
            var length = Number(_at + 8);
            _at += Fixed;
            var end = _at + length;
            if (end > _message.Length || ReadData(type, length) is not var (data, minimum))
            {
                return null;
            }

            // A time to live with the highest bit set counts as 0 (RFC 2181, section 8).
            seconds = seconds > int.MaxValue ? 0 : seconds;
            records.Add(new(owner, type, seconds, data, minimum is { } least ? Math.Min(least, seconds) : null));
            _at = end;
        }

        return records;
    }

    private (string Data, uint? Minimum)? ReadData(DnsType type, int length)
    {
        var data = _message.Slice(_at, length);
        switch (type)
        {
            case DnsType.A or DnsType.AAAA:
                return length == (type == DnsType.A ? 4 : 16) ? ($"{new IPAddress(data)}", null) : null;
            case DnsType.NS or DnsType.CNAME or DnsType.PTR:
                return ReadName() is { } name ? (name, null) : null;
            case DnsType.MX:
                return ReadNumbersAndName(1, length) is { } exchange ? (exchange, null) : null;
            case DnsType.SRV:
                return ReadNumbersAndName(3, length) is { } service ? (service, null) : null;
            case DnsType.TXT:
                return ReadTexts(data) is { } text ? (text, null) : null;
            case DnsType.SOA:
                return ReadAuthority();
            default:
                return (Convert.ToHexStringLower(data), null);
        }
    }

    private string? ReadNumbersAndName(int numbers, int length)
    {
        if (length < 2 * numbers)
        {
            return null;
        }

        var text = new StringBuilder();
        for (; numbers > 0; numbers--)
        {
            text.Append(Number(_at)).Append(' ');
            _at += 2;
        }

        return ReadName() is { } name ? text.Append(name).ToString() : null;
    }

    private (string Data, uint? Minimum)? ReadAuthority()
    {
        const int Numbers = 5;
        if (ReadName() is not { } server || ReadName() is not { } mailbox || _at + (4 * Numbers) > _message.Length)
        {
            return null;
        }

        var numbers = new uint[Numbers];
        for (var i = 0; i < Numbers; i++)
        {
            numbers[i] = BinaryPrimitives.ReadUInt32BigEndian(_message[(_at + (4 * i))..]);
        }

        return ($"{server} {mailbox} {string.Join(' ', numbers)}", numbers[^1]);
    }

    private static string? ReadTexts(ReadOnlySpan<byte> data)
    {
        var text = new StringBuilder();
        for (; data.Length > 0; data = data[(1 + data[0])..])
        {
            if (data.Length < 1 + data[0] || text.Length > MaxText)
            {
                return null;
            }

            text.Append(Encoding.UTF8.GetString(data.Slice(1, data[0])));
        }

        return text.ToString();
    }

    /// <returns>In lower case; null when it is malformed.</returns>
    private string? ReadName()
    {
        var text = new StringBuilder();
        var (at, before, isElsewhere) = (_at, _at, false);
        for (var length = 1; at < _message.Length;)
        {
            var octet = _message[at];
            if (octet == 0)
            {
                _at = isElsewhere ? _at : at + 1;
                return text.ToString();
            }

            if ((octet & Pointer) == Pointer)
            {
                if (at + 1 >= _message.Length || (Number(at) & 0x3FFF) is var target && target >= before)
                {
                    return null;
                }

                _at = isElsewhere ? _at : at + 2;
                (at, before, isElsewhere) = (target, target, true);
                continue;
            }

            length += octet + 1;
            if ((octet & Pointer) != 0 || at + 1 + octet > _message.Length || length > MaxName)
            {
                return null;
            }

            Append(text, _message.Slice(at + 1, octet));
            at += 1 + octet;
        }

        return null;
    }

    private static void Append(StringBuilder text, ReadOnlySpan<byte> label)
    {
        if (text.Length > 0)
        {
            text.Append('.');
        }

        foreach (var octet in label)
        {
            // The form of zone files: a dot within a label is escaped, and unprintable characters are numbers.
            _ = octet is (byte)'.' or (byte)'\\' ? text.Append('\\').Append((char)octet)
                : octet is < (byte)'!' or > (byte)'~' ? text.Append($"\\{octet:000}")
                : text.Append(char.ToLowerInvariant((char)octet));
        }
    }
}

using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>Reads values of binary XML, and writes them as Windows does.</summary>
/// <remarks>
/// Types: 0 none, 1 UTF-16, 2 ANSI, 3 to 10 integers from i8 to u64 by turns, 11 f32, 12 f64, 13 boolean, 14 bytes, 15 GUID, 16 size_t,
/// 17 FILETIME, 18 SYSTEMTIME, 19 SID, 20 and 21 hexadecimal 32 and 64 bits; 128 added: an array of them.
/// </remarks>
internal static class BinXmlValues
{
    private const byte Text = 1;
    private const byte ArrayFlag = 0x80;

    /// <summary>ANSI of most of the machines that write logs; a log does not say which it is.</summary>
    private static readonly Encoding Ansi = CodePagesEncodingProvider.Instance.GetEncoding(1252)!;

    public static EventValue Read(byte type, ReadOnlySpan<byte> bytes)
    {
        if ((type & ArrayFlag) != 0)
        {
            return Array((byte)(type & ~ArrayFlag), bytes);
        }

        if (bytes.IsEmpty)
        {
            return EventValue.Empty;
        }

        var text = Scalar(type, bytes);
        return new(text, IsLiteral: type is (>= 3 and <= 10) or 13);
    }

    private static EventValue Array(byte type, ReadOnlySpan<byte> bytes)
    {
        var items = new List<string>();
        if (type == Text)
        {
            var texts = Encoding.Unicode.GetString(bytes);
            items.AddRange((texts.EndsWith('\0') ? texts[..^1] : texts).Split('\0'));
        }
        else
        {
            var size = SizeOf(type, bytes);
            for (var at = 0; at + size <= bytes.Length; at += size)
            {
                items.Add(Scalar(type, bytes.Slice(at, size)));
            }
        }

        return new(string.Join(',', items), Items: type == Text && bytes.Length > 0 ? items : null);
    }

    private static int SizeOf(byte type, ReadOnlySpan<byte> bytes) => type switch
    {
        3 or 4 => 1,
        5 or 6 => 2,
        7 or 8 or 11 or 13 or 20 => 4,
        9 or 10 or 12 or 17 or 21 => 8,
        15 or 18 => 16,
        _ => Math.Max(bytes.Length, 1),
    };

    private static string Scalar(byte type, ReadOnlySpan<byte> bytes)
    {
        if (type is not (0 or 1 or 2 or 14 or 16 or 19) && bytes.Length < SizeOf(type, bytes))
        {
            throw new DamagedEventException("a value is too short");
        }

        return type switch
        {
            0 => "",
            1 => UntilNull(Encoding.Unicode.GetString(bytes)),
            2 => UntilNull(Ansi.GetString(bytes)),
            3 => Of((sbyte)bytes[0]),
            4 => Of(bytes[0]),
            5 => Of(BinaryPrimitives.ReadInt16LittleEndian(bytes)),
            6 => Of(BinaryPrimitives.ReadUInt16LittleEndian(bytes)),
            7 => Of(BinaryPrimitives.ReadInt32LittleEndian(bytes)),
            8 => Of(BinaryPrimitives.ReadUInt32LittleEndian(bytes)),
            9 => Of(BinaryPrimitives.ReadInt64LittleEndian(bytes)),
            10 => Of(BinaryPrimitives.ReadUInt64LittleEndian(bytes)),
            11 => Of(BinaryPrimitives.ReadSingleLittleEndian(bytes)),
            12 => Of(BinaryPrimitives.ReadDoubleLittleEndian(bytes)),
            13 => BinaryPrimitives.ReadInt32LittleEndian(bytes) != 0 ? "true" : "false",
            14 => Convert.ToHexString(bytes),
            15 => new Guid(bytes).ToString().ToUpperInvariant(),
            16 or 20 or 21 => Hexadecimal(bytes),
            17 => FileTime(BinaryPrimitives.ReadInt64LittleEndian(bytes)),
            18 => SystemTime(bytes),
            19 => SecurityId(bytes),
            _ => Convert.ToHexString(bytes),
        };
    }

    private static string Of(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);

    private static string UntilNull(string text) => text.IndexOf('\0', StringComparison.Ordinal) is >= 0 and var end ? text[..end] : text;

    private static string Hexadecimal(ReadOnlySpan<byte> bytes) => bytes.Length >= 8
        ? $"0x{BinaryPrimitives.ReadUInt64LittleEndian(bytes):x}"
        : bytes.Length >= 4 ? $"0x{BinaryPrimitives.ReadUInt32LittleEndian(bytes):x}"
        : throw new DamagedEventException("a value is too short");

    public static string FileTime(long ticks)
    {
        var max = DateTime.MaxValue.ToFileTimeUtc();
        return ticks < 0 || ticks > max ? Of(ticks) : Of(DateTime.FromFileTimeUtc(ticks));
    }

    private static string Of(DateTime time) => time.ToString("yyyy-MM-ddTHH:mm:ss.ffffffZ", CultureInfo.InvariantCulture);

    private static string SystemTime(ReadOnlySpan<byte> bytes)
    {
        Span<ushort> parts = stackalloc ushort[8];
        for (var i = 0; i < parts.Length; i++)
        {
            parts[i] = BinaryPrimitives.ReadUInt16LittleEndian(bytes[(i * 2)..]);
        }

        var isTime = parts[0] is >= 1 and <= 9999 && parts[1] is >= 1 and <= 12
            && parts[3] >= 1 && parts[3] <= DateTime.DaysInMonth(parts[0], parts[1])
            && parts[4] < 24 && parts[5] < 60 && parts[6] < 60 && parts[7] < 1000;
        return isTime
            ? Of(new DateTime(parts[0], parts[1], parts[3], parts[4], parts[5], parts[6], parts[7], DateTimeKind.Utc))
            : Convert.ToHexString(bytes);
    }

    private static string SecurityId(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < 8 || bytes.Length < 8 + (bytes[1] * 4))
        {
            throw new DamagedEventException("a SID is too short");
        }

        var authority = BinaryPrimitives.ReadUInt16BigEndian(bytes[2..]) * (1L << 32) + BinaryPrimitives.ReadUInt32BigEndian(bytes[4..]);
        var text = new StringBuilder().Append(CultureInfo.InvariantCulture, $"S-{bytes[0]}-{authority}");
        for (var i = 0; i < bytes[1]; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"-{BinaryPrimitives.ReadUInt32LittleEndian(bytes[(8 + (i * 4))..])}");
        }

        return text.ToString();
    }
}

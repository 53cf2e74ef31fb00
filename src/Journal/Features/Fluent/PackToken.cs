using System.Buffers.Binary;

namespace Journal.Features.Fluent;

/// <summary>A value of MessagePack, or the head of a list or map.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Number">An integer's bits, a float's bits as a double, or how many values a list or pairs a map has.</param>
/// <param name="Start">Where the bytes of a text, of bytes or of an extension begin.</param>
/// <param name="End">Where the next value begins.</param>
/// <param name="Type">Of an extension.</param>
internal readonly record struct PackToken(PackKind Kind, long Number, int Start, int End, sbyte Type = 0)
{
    /// <param name="bytes">MessagePack.</param>
    /// <param name="at">Where the value begins.</param>
    /// <param name="token">Valid when this returns true. Otherwise its end is where the value will end, as far as the bytes tell.</param>
    /// <returns>False when more bytes are needed.</returns>
    /// <exception cref="InvalidDataException">No value begins so.</exception>
    public static bool TryRead(ReadOnlySpan<byte> bytes, int at, out PackToken token)
    {
        token = default;
        if (at >= bytes.Length)
        {
            return false;
        }

        var first = bytes[at++];
        token = first switch
        {
            <= 0x7F => new(PackKind.Integer, first, at, at),
            <= 0x8F => new(PackKind.Map, first & 15, at, at),
            <= 0x9F => new(PackKind.List, first & 15, at, at),
            <= 0xBF => new(PackKind.Text, 0, at, at + (first & 31)),
            0xC0 => new(PackKind.Nil, 0, at, at),
            0xC2 or 0xC3 => new(PackKind.Bool, first & 1, at, at),
            >= 0xE0 => new(PackKind.Integer, (sbyte)first, at, at),
            0xC1 => throw new InvalidDataException("It is not the forward protocol of Fluentd: no MessagePack begins with 0xC1."),
            _ => default,
        };
        return token.End == 0 ? TryReadSized(bytes, first, at, out token) : token.End <= bytes.Length;
    }

    private static bool TryReadSized(ReadOnlySpan<byte> bytes, byte first, int at, out PackToken token)
    {
        token = default;
        var (kind, width) = first switch
        {
            0xC4 or 0xC5 or 0xC6 => (PackKind.Bytes, 1 << (first - 0xC4)),
            0xC7 or 0xC8 or 0xC9 => (PackKind.Extension, 1 << (first - 0xC7)),
            0xCA => (PackKind.Single, 4),
            0xCB => (PackKind.Double, 8),
            <= 0xCF => (first == 0xCF ? PackKind.Unsigned : PackKind.Integer, 1 << (first - 0xCC)),
            <= 0xD3 => (PackKind.Integer, 1 << (first - 0xD0)),
            <= 0xD8 => (PackKind.Extension, 0),
            <= 0xDB => (PackKind.Text, 1 << (first - 0xD9)),
            <= 0xDD => (PackKind.List, 2 << (first - 0xDC)),
            _ => (PackKind.Map, 2 << (first - 0xDE)),
        };
        if (at + width > bytes.Length)
        {
            return false;
        }

        var number = NumberOf(bytes.Slice(at, width), isSigned: first is >= 0xD0 and <= 0xD3);
        at += width;
        if (kind is PackKind.Text or PackKind.Bytes or PackKind.Extension)
        {
            var length = first is >= 0xD4 and <= 0xD8 ? 1 << (first - 0xD4) : number;
            var head = kind == PackKind.Extension ? 1 : 0;
            var end = at + head + length;
            if (end > bytes.Length)
            {
                token = new(kind, 0, 0, (int)Math.Min(end, int.MaxValue));
                return false;
            }

            token = new(kind, 0, at + head, (int)end, head == 1 ? (sbyte)bytes[at] : (sbyte)0);
            return true;
        }

        token = new(kind, kind == PackKind.Single ? SingleBits((int)number) : number, at, at);
        return true;
    }

    private static long SingleBits(int bits) => BitConverter.DoubleToInt64Bits(BitConverter.Int32BitsToSingle(bits));

    private static long NumberOf(ReadOnlySpan<byte> bytes, bool isSigned) => bytes.Length switch
    {
        0 => 0,
        1 => isSigned ? (sbyte)bytes[0] : bytes[0],
        2 => isSigned ? BinaryPrimitives.ReadInt16BigEndian(bytes) : BinaryPrimitives.ReadUInt16BigEndian(bytes),
        4 => isSigned ? BinaryPrimitives.ReadInt32BigEndian(bytes) : BinaryPrimitives.ReadUInt32BigEndian(bytes),
        _ => BinaryPrimitives.ReadInt64BigEndian(bytes),
    };
}

/// <summary>The kinds of MessagePack's values.</summary>
internal enum PackKind
{
    Nil,
    Bool,
    Integer,

    /// <summary>64 bits without a sign.</summary>
    Unsigned,
    Single,
    Double,
    Text,
    Bytes,
    List,
    Map,
    Extension,
}

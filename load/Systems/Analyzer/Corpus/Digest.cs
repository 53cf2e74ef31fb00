using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text;
using Load.Statistics;

namespace Load.Systems.Analyzer.Corpus;

/// <summary>A SHA-256 (FIPS 180-4) that is compared, and written into requests, without touching the heap.</summary>
internal readonly record struct Digest : IUtf8SpanFormattable
{
    /// <summary>The format of RFC 4648's Base64; without a format it is 64 lower-case hex digits.</summary>
    public const string Base64Format = "base64";

    public const int ByteLength = 32;
    public const int HexLength = 2 * ByteLength;

    private readonly ulong _0, _1, _2, _3;

    /// <param name="bytes">Exactly 32.</param>
    public Digest(ReadOnlySpan<byte> bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(bytes.Length, ByteLength);
        _0 = BinaryPrimitives.ReadUInt64BigEndian(bytes);
        _1 = BinaryPrimitives.ReadUInt64BigEndian(bytes[8..]);
        _2 = BinaryPrimitives.ReadUInt64BigEndian(bytes[16..]);
        _3 = BinaryPrimitives.ReadUInt64BigEndian(bytes[24..]);
    }

    /// <param name="hex">64 hex digits, ASCII.</param>
    public static bool TryParse(ReadOnlySpan<byte> hex, out Digest digest)
    {
        Span<char> chars = stackalloc char[HexLength];
        digest = default;
        return hex.Length == HexLength && Encoding.ASCII.TryGetChars(hex, chars, out _) && TryParse(chars, out digest);
    }

    public static bool TryParse(ReadOnlySpan<char> hex, out Digest digest)
    {
        Span<byte> bytes = stackalloc byte[ByteLength];
        var valid = hex.Length == HexLength && Convert.FromHexString(hex, bytes, out _, out _) == OperationStatus.Done;
        digest = valid ? new Digest(bytes) : default;
        return valid;
    }

    /// <summary>One of no file.</summary>
    public static Digest Draw(ref SplitMix64 draws)
    {
        Span<byte> bytes = stackalloc byte[ByteLength];
        for (var i = 0; i < bytes.Length; i += sizeof(ulong))
        {
            BinaryPrimitives.WriteUInt64BigEndian(bytes[i..], draws.Next());
        }

        return new Digest(bytes);
    }

    public byte[] ToByteArray()
    {
        var bytes = new byte[ByteLength];
        CopyTo(bytes);
        return bytes;
    }

    public bool TryFormat(Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider)
    {
        Span<byte> bytes = stackalloc byte[ByteLength];
        CopyTo(bytes);
        return format.SequenceEqual(Base64Format)
            ? Base64.EncodeToUtf8(bytes, utf8Destination, out _, out bytesWritten) == OperationStatus.Done
            : Convert.TryToHexStringLower(bytes, utf8Destination, out bytesWritten);
    }

    /// <summary>64 lower-case hex digits.</summary>
    public override string ToString() => $"{_0:x16}{_1:x16}{_2:x16}{_3:x16}";

    private void CopyTo(Span<byte> bytes)
    {
        BinaryPrimitives.WriteUInt64BigEndian(bytes, _0);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], _1);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[16..], _2);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[24..], _3);
    }
}

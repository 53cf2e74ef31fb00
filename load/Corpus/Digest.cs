using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Load.Corpus;

/// <summary>A SHA-256 (FIPS 180-4) that is compared without touching the heap.</summary>
internal readonly record struct Digest
{
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

    public byte[] ToByteArray()
    {
        var bytes = new byte[ByteLength];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, _0);
        BinaryPrimitives.WriteUInt64BigEndian(bytes.AsSpan(8), _1);
        BinaryPrimitives.WriteUInt64BigEndian(bytes.AsSpan(16), _2);
        BinaryPrimitives.WriteUInt64BigEndian(bytes.AsSpan(24), _3);
        return bytes;
    }

    /// <summary>64 lower-case hex digits.</summary>
    public override string ToString() => $"{_0:x16}{_1:x16}{_2:x16}{_3:x16}";
}

using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>A file's identity: the SHA-256 of its bytes (FIPS 180-4), 32 bytes, written as 64 lower-case hex digits.</summary>
[JsonConverter(typeof(FileIdJsonConverter))]
public readonly record struct FileId : IComparable<FileId>
{
    public const int ByteLength = 32;
    public const int HexLength = 2 * ByteLength;

    // Four big-endian words: comparing them in order compares the digests byte by byte.
    private readonly ulong _0, _1, _2, _3;

    /// <param name="digest">Exactly 32 bytes.</param>
    /// <exception cref="ArgumentException">It has another length.</exception>
    public FileId(ReadOnlySpan<byte> digest)
    {
        if (digest.Length != ByteLength)
        {
            throw new ArgumentException($"A SHA-256 digest has {ByteLength} bytes, this has {digest.Length}.", nameof(digest));
        }

        _0 = BinaryPrimitives.ReadUInt64BigEndian(digest);
        _1 = BinaryPrimitives.ReadUInt64BigEndian(digest[8..]);
        _2 = BinaryPrimitives.ReadUInt64BigEndian(digest[16..]);
        _3 = BinaryPrimitives.ReadUInt64BigEndian(digest[24..]);
    }

    /// <summary>Takes 64 hex digits of either case; anything else is refused.</summary>
    public static bool TryParse([NotNullWhen(true)] string? hex, out FileId id)
    {
        Span<byte> digest = stackalloc byte[ByteLength];
        var valid = hex is { Length: HexLength } && Convert.FromHexString(hex, digest, out _, out _) == OperationStatus.Done;
        id = valid ? new FileId(digest) : default;
        return valid;
    }

    /// <param name="destination">At least 32 bytes.</param>
    public void WriteTo(Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt64BigEndian(destination, _0);
        BinaryPrimitives.WriteUInt64BigEndian(destination[8..], _1);
        BinaryPrimitives.WriteUInt64BigEndian(destination[16..], _2);
        BinaryPrimitives.WriteUInt64BigEndian(destination[24..], _3);
    }

    public byte[] ToByteArray()
    {
        var digest = new byte[ByteLength];
        WriteTo(digest);
        return digest;
    }

    public int CompareTo(FileId other) =>
        (_0, _1, _2, _3).CompareTo((other._0, other._1, other._2, other._3));

    public override string ToString()
    {
        Span<byte> digest = stackalloc byte[ByteLength];
        WriteTo(digest);
        return Convert.ToHexStringLower(digest);
    }

    // A digest is evenly distributed already: any word of it is a good hash.
    public override int GetHashCode() => (int)_3;

    public static bool operator <(FileId left, FileId right) => left.CompareTo(right) < 0;

    public static bool operator <=(FileId left, FileId right) => left.CompareTo(right) <= 0;

    public static bool operator >(FileId left, FileId right) => left.CompareTo(right) > 0;

    public static bool operator >=(FileId left, FileId right) => left.CompareTo(right) >= 0;
}

internal sealed class FileIdJsonConverter : JsonConverter<FileId>
{
    public override FileId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        FileId.TryParse(reader.GetString(), out var id) ? id : throw new JsonException("A sha256 has 64 hex digits.");

    public override void Write(Utf8JsonWriter writer, FileId value, JsonSerializerOptions options)
    {
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        Span<byte> hex = stackalloc byte[FileId.HexLength];
        value.WriteTo(digest);
        Convert.TryToHexStringLower(digest, hex, out _);
        writer.WriteStringValue(hex);
    }
}

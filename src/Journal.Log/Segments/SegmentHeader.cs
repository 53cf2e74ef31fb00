using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Journal.Log.Recipients;

namespace Journal.Log.Segments;

/// <summary>The header of a segment: who can open it, and where in the log it begins.</summary>
/// <remarks>
/// Big-endian. 0 <c>JSG2</c> (<c>JSG1</c>: its frames are compressed with Brotli), 4 length of the header, 8 first frame, 16 first sequence, 24 created at, 32 random 16, 48 length of the
/// origin 2 and the origin, number of recipients 1, then for each its type 1, fingerprint 32, length 2 and wrapped secret; the last 32
/// bytes are an HMAC-SHA256 of all before.
/// </remarks>
public sealed record SegmentHeader(
    long FirstFrame, long FirstSequence, long CreatedAt, byte[] Random, string Origin, IReadOnlyList<WrappedSecret> Secrets)
{
    public const int MaxBytes = 64 << 10;
    public const int RandomBytes = 16;
    private const int FixedBytes = 48;
    private const int CodeBytes = 32;

    /// <summary>A part of every frame header of the segment, so that the tree covers the segment's header too.</summary>
    public static byte[] IdOf(ReadOnlySpan<byte> header) => SHA256.HashData(header)[..16];

    /// <param name="bytes">At least the header.</param>
    /// <exception cref="InvalidDataException">The bytes are not a header; the message says why, as part of a sentence.</exception>
    public static SegmentHeader Read(ReadOnlySpan<byte> bytes)
    {
        var rest = bytes[..LengthOf(bytes)];
        var origin = Block(rest[FixedBytes..^CodeBytes], out var recipients);
        if (recipients.IsEmpty || recipients[0] is 0 or > Recipient.MaxCount)
        {
            throw new InvalidDataException($"a segment has 1 to {Recipient.MaxCount} recipients");
        }

        var secrets = new WrappedSecret[recipients[0]];
        recipients = recipients[1..];
        for (var i = 0; i < secrets.Length; i++)
        {
            if (recipients.Length < 33)
            {
                throw new InvalidDataException("the segment's header ends within a recipient");
            }

            var (type, fingerprint) = (recipients[0], recipients[1..33].ToArray());
            secrets[i] = new(type, fingerprint, Block(recipients[33..], out recipients).ToArray());
        }

        return recipients.IsEmpty
            ? new(Long(bytes, 8), Long(bytes, 16), Long(bytes, 24), bytes.Slice(32, RandomBytes).ToArray(),
                Encoding.UTF8.GetString(origin), secrets)
            : throw new InvalidDataException("the segment's header goes on after its recipients");
    }

    /// <summary>The length that a header declares; the caller reads so many bytes before it parses the header.</summary>
    /// <exception cref="InvalidDataException">The length is impossible, or there are fewer bytes.</exception>
    public static int LengthOf(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < FixedBytes || !(bytes.StartsWith("JSG2"u8) || bytes.StartsWith("JSG1"u8)))
        {
            throw new InvalidDataException("no segment of a known version begins here");
        }

        var length = BinaryPrimitives.ReadInt32BigEndian(bytes[4..]);
        return length is > FixedBytes + CodeBytes and <= MaxBytes && length <= bytes.Length
            ? length
            : throw new InvalidDataException("the segment's header has an impossible length");
    }

    /// <returns>Whether the header was written by a holder of the segment's secret.</returns>
    public static bool IsAuthentic(ReadOnlySpan<byte> header, SegmentKeys keys) =>
        CryptographicOperations.FixedTimeEquals(keys.AuthenticateHeader(header[..^CodeBytes]), header[^CodeBytes..]);

    public byte[] ToBytes(SegmentKeys keys)
    {
        using var stream = new MemoryStream();
        var origin = Encoding.UTF8.GetBytes(Origin);
        Span<byte> head = stackalloc byte[FixedBytes + 2];
        "JSG2"u8.CopyTo(head);
        BinaryPrimitives.WriteInt64BigEndian(head[8..], FirstFrame);
        BinaryPrimitives.WriteInt64BigEndian(head[16..], FirstSequence);
        BinaryPrimitives.WriteInt64BigEndian(head[24..], CreatedAt);
        Random.CopyTo(head[32..]);
        BinaryPrimitives.WriteUInt16BigEndian(head[FixedBytes..], (ushort)origin.Length);
        stream.Write(head);
        stream.Write(origin);
        stream.WriteByte((byte)Secrets.Count);
        Span<byte> length = stackalloc byte[2];
        foreach (var secret in Secrets)
        {
            stream.WriteByte(secret.Type);
            stream.Write(secret.Fingerprint);
            BinaryPrimitives.WriteUInt16BigEndian(length, (ushort)secret.Bytes.Length);
            stream.Write(length);
            stream.Write(secret.Bytes);
        }

        var header = new byte[stream.Length + CodeBytes];
        stream.ToArray().CopyTo(header, 0);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), header.Length);
        keys.AuthenticateHeader(header.AsSpan(..^CodeBytes)).CopyTo(header.AsSpan(^CodeBytes..));
        return header;
    }

    private static ReadOnlySpan<byte> Block(ReadOnlySpan<byte> bytes, out ReadOnlySpan<byte> rest)
    {
        if (bytes.Length < 2 || BinaryPrimitives.ReadUInt16BigEndian(bytes) is var length && bytes.Length < 2 + length)
        {
            throw new InvalidDataException("the segment's header declares more than it holds");
        }

        length = BinaryPrimitives.ReadUInt16BigEndian(bytes);
        rest = bytes[(2 + length)..];
        return bytes.Slice(2, length);
    }

    private static long Long(ReadOnlySpan<byte> bytes, int offset) => BinaryPrimitives.ReadInt64BigEndian(bytes[offset..]);
}

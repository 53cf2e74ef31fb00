using System.Buffers.Binary;
using System.Security.Cryptography;
using Checksums;

namespace Journal.Log.Frames;

/// <summary>The 256 unencrypted bytes before a frame's stored bytes. They are the frame's leaf in the log's tree.</summary>
/// <remarks>
/// Big-endian. 0 <c>JFR1</c>, 4 cipher, 5 compression, 6 flags, 8 index, 16 first sequence, 24 records, 28 bytes of plaintext, 32 stored
/// bytes, 36 number within the segment, 40 closed at, 48 first received at, 56 six totals, 104 segment id, 120 detail, 128 root of the
/// records' tree, 160 SHA-256 of the stored bytes, 192 SHA-256 of the previous header, 224 zeros, 252 CRC-32C of what precedes.
/// </remarks>
public sealed record FrameHeader
{
    public const int Bytes = 256;
    public const int MaxRecords = 8192;
    public const int MaxPlainBytes = 512 << 10;
    public const int TagBytes = 16;
    public const int SegmentIdBytes = 16;

    /// <summary>The part that the cipher authenticates; the rest depends on the ciphertext.</summary>
    internal const int AuthenticatedBytes = 160;
    internal const byte AesGcm = 1;
    private const int CrcOffset = 252;

    public required FrameKinds Kinds { get; init; }

    public required FrameCompression Compression { get; init; }

    /// <summary>The number of its leaf in the log.</summary>
    public required long Index { get; init; }

    public required long FirstSequence { get; init; }

    public required int Records { get; init; }

    public required int PlainBytes { get; init; }

    public required int StoredBytes { get; init; }

    /// <summary>Its number within the segment: the nonce.</summary>
    public required uint Number { get; init; }

    /// <summary>Microseconds since 1970.</summary>
    public required long ClosedAt { get; init; }

    /// <inheritdoc cref="ClosedAt"/>
    public required long FirstReceivedAt { get; init; }

    public required LossTotals Totals { get; init; }

    public required byte[] SegmentId { get; init; }

    public required long Detail { get; init; }

    public required byte[] RecordsRoot { get; init; }

    public required byte[] StoredHash { get; init; }

    /// <summary>SHA-256 of the previous header; zeros for the first frame of a log.</summary>
    public required byte[] Previous { get; init; }

    public long NextSequence => FirstSequence + Records;

    /// <returns>Null when these bytes are not a header; <paramref name="problem"/> then says why.</returns>
    public static FrameHeader? TryRead(ReadOnlySpan<byte> bytes, out string problem)
    {
        problem = "";
        if (!bytes.StartsWith("JFR1"u8))
        {
            problem = "no frame begins here";
        }
        else if (BinaryPrimitives.ReadUInt32BigEndian(bytes[CrcOffset..]) != Crc32C.Of(bytes[..CrcOffset]))
        {
            problem = "the header's CRC is wrong";
        }
        else if (bytes[4] != AesGcm || bytes[5] > (byte)FrameCompression.Zstandard || bytes[224..CrcOffset].ContainsAnyExcept((byte)0))
        {
            problem = "an unknown cipher, compression or version";
        }
        else if (Read(bytes) is var header && IsPlausible(header))
        {
            return header;
        }
        else
        {
            problem = "the header declares impossible values";
        }

        return null;
    }

    public void WriteTo(Span<byte> bytes)
    {
        bytes = bytes[..Bytes];
        bytes.Clear();
        "JFR1"u8.CopyTo(bytes);
        (bytes[4], bytes[5]) = (AesGcm, (byte)Compression);
        BinaryPrimitives.WriteUInt16BigEndian(bytes[6..], (ushort)Kinds);
        BinaryPrimitives.WriteInt64BigEndian(bytes[8..], Index);
        BinaryPrimitives.WriteInt64BigEndian(bytes[16..], FirstSequence);
        BinaryPrimitives.WriteInt32BigEndian(bytes[24..], Records);
        BinaryPrimitives.WriteInt32BigEndian(bytes[28..], PlainBytes);
        BinaryPrimitives.WriteInt32BigEndian(bytes[32..], StoredBytes);
        BinaryPrimitives.WriteUInt32BigEndian(bytes[36..], Number);
        ReadOnlySpan<long> numbers =
        [
            ClosedAt, FirstReceivedAt,
            Totals.Received, Totals.LostInKernel, Totals.LostHere, Totals.Refused, Totals.Missing, Totals.Suspicious,
        ];
        for (var i = 0; i < numbers.Length; i++)
        {
            BinaryPrimitives.WriteInt64BigEndian(bytes[(40 + (8 * i))..], numbers[i]);
        }

        SegmentId.CopyTo(bytes[104..]);
        BinaryPrimitives.WriteInt64BigEndian(bytes[120..], Detail);
        RecordsRoot.CopyTo(bytes[128..]);
        StoredHash.CopyTo(bytes[160..]);
        Previous.CopyTo(bytes[192..]);
        BinaryPrimitives.WriteUInt32BigEndian(bytes[CrcOffset..], Crc32C.Of(bytes[..CrcOffset]));
    }

    /// <summary>Nonce of the frame's cipher.</summary>
    internal void WriteNonce(Span<byte> nonce)
    {
        nonce.Clear();
        BinaryPrimitives.WriteUInt32BigEndian(nonce[8..], Number);
    }

    private static FrameHeader Read(ReadOnlySpan<byte> bytes) => new()
    {
        Compression = (FrameCompression)bytes[5],
        Kinds = (FrameKinds)BinaryPrimitives.ReadUInt16BigEndian(bytes[6..]),
        Index = Long(bytes, 8),
        FirstSequence = Long(bytes, 16),
        Records = BinaryPrimitives.ReadInt32BigEndian(bytes[24..]),
        PlainBytes = BinaryPrimitives.ReadInt32BigEndian(bytes[28..]),
        StoredBytes = BinaryPrimitives.ReadInt32BigEndian(bytes[32..]),
        Number = BinaryPrimitives.ReadUInt32BigEndian(bytes[36..]),
        ClosedAt = Long(bytes, 40),
        FirstReceivedAt = Long(bytes, 48),
        Totals = new(Long(bytes, 56), Long(bytes, 64), Long(bytes, 72), Long(bytes, 80), Long(bytes, 88), Long(bytes, 96)),
        SegmentId = bytes.Slice(104, SegmentIdBytes).ToArray(),
        Detail = Long(bytes, 120),
        RecordsRoot = bytes.Slice(128, SHA256.HashSizeInBytes).ToArray(),
        StoredHash = bytes.Slice(160, SHA256.HashSizeInBytes).ToArray(),
        Previous = bytes.Slice(192, SHA256.HashSizeInBytes).ToArray(),
    };

    /// <summary>Bounds what a reader allocates and reads for it.</summary>
    private static bool IsPlausible(FrameHeader header) =>
        header is { Index: >= 0, FirstSequence: >= 0, Records: >= 0 and <= MaxRecords, PlainBytes: >= 0 and <= MaxPlainBytes }
        && header.FirstSequence <= long.MaxValue - MaxRecords
        && (header.Records == 0
            ? header is { PlainBytes: 0, StoredBytes: 0 }
            : header.PlainBytes > 0 && header.StoredBytes > TagBytes && header.StoredBytes <= header.PlainBytes + TagBytes);

    private static long Long(ReadOnlySpan<byte> bytes, int offset) => BinaryPrimitives.ReadInt64BigEndian(bytes[offset..]);
}

/// <summary>How a frame's plaintext is compressed before it is encrypted.</summary>
public enum FrameCompression
{
    None = 0,

    /// <summary>Segments of the first version have it; these are only read.</summary>
    Brotli = 1,

    /// <summary>Segments of the second version have it.</summary>
    Zstandard = 2,
}

using System.Buffers.Binary;
using System.Security.Cryptography;
using Journal.Log.Recipients;
using Journal.Log.Trees;

namespace Journal.Log.Frames;

/// <summary>
/// What is left of a frame of which records were destroyed: the other records, encrypted again, and the leaf hashes of the destroyed ones.
/// The frame's signed header stays, and with it the root that all of them give.
/// </summary>
/// <remarks>
/// <c>JRD1</c>, 32 random bytes, number of destroyed records (4), for each its place (4) and leaf hash (32), then the ciphertext of the
/// columns and its tag (AES-256-GCM under a key of the segment and the random bytes). All before it and the header are authenticated too.
/// </remarks>
internal static class RedactedFrame
{
    private const int SaltBytes = 32;
    private const int FixedBytes = 4 + SaltBytes + 4;
    private const int EntryBytes = 4 + MerkleTree.HashBytes;
    private const int TagBytes = 16;
    private static readonly RecordSource Nobody = new(SourceKind.Http, "redacted");

    /// <param name="raw">The frame's header.</param>
    /// <param name="records">All of its records.</param>
    /// <param name="places">Those to destroy, including those that were destroyed before.</param>
    /// <param name="keys">The segment's.</param>
    public static byte[] Write(ReadOnlySpan<byte> raw, FrameRecords records, IReadOnlySet<int> places, SegmentKeys keys)
    {
        var (batch, hashes) = (new RecordBatch(), records.LeafHashes());

        // A destroyed record takes the source of another one, so that a full frame has room.
        var source = Enumerable.Range(0, records.Count).Where(place => !places.Contains(place)).Select(place => records[place].Source)
            .FirstOrDefault() ?? Nobody;
        for (var i = 0; i < records.Count; i++)
        {
            var record = records[i];
            if (places.Contains(i))
            {
                batch.Add(source, [], RecordMarks.None, record.ReceivedAt);
            }
            else
            {
                batch.Add(record.Source, record.Message.Span, record.Marks, record.ReceivedAt);
            }
        }

        var plain = new byte[FrameHeader.MaxPlainBytes + FrameHeader.MaxRecords];
        var length = batch.WritePlain(plain);
        var head = new byte[FixedBytes + (places.Count * EntryBytes)];
        "JRD1"u8.CopyTo(head);
        RandomNumberGenerator.Fill(head.AsSpan(4, SaltBytes));
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(4 + SaltBytes), places.Count);
        foreach (var (entry, place) in places.Order().Index())
        {
            var at = head.AsSpan(FixedBytes + (entry * EntryBytes));
            BinaryPrimitives.WriteInt32BigEndian(at, place);
            hashes.AsSpan(place * MerkleTree.HashBytes, MerkleTree.HashBytes).CopyTo(at[4..]);
        }

        var (content, tag) = (new byte[length], new byte[TagBytes]);
        using (var cipher = keys.Redaction(head.AsSpan(4, SaltBytes)))
        {
            cipher.Encrypt(stackalloc byte[12], plain.AsSpan(0, length), content, tag, (byte[])[.. raw, .. head]);
        }

        CryptographicOperations.ZeroMemory(plain);
        return [.. head, .. content, .. tag];
    }

    /// <exception cref="InvalidDataException">The file does not belong to the frame, or is damaged.</exception>
    public static (byte[] Plain, Dictionary<int, byte[]> Redacted) Read(byte[] file, ReadOnlySpan<byte> raw, SegmentKeys keys)
    {
        var redacted = ReadHashes(file);
        var head = FixedBytes + (redacted.Count * EntryBytes);
        var plain = new byte[file.Length - head - TagBytes];
        try
        {
            using var cipher = keys.Redaction(file.AsSpan(4, SaltBytes));
            cipher.Decrypt(
                stackalloc byte[12], file.AsSpan(head, plain.Length), file.AsSpan(^TagBytes..), plain, (
                    byte[])[.. raw, .. file.AsSpan(0, head)]);
            return (plain, redacted);
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException("what is left of the redacted frame does not decrypt", exception);
        }
    }

    /// <summary>The places and leaf hashes of the destroyed records, which need no key.</summary>
    /// <exception cref="InvalidDataException">The file is damaged.</exception>
    public static Dictionary<int, byte[]> ReadHashes(byte[] file)
    {
        if (file.Length < FixedBytes + TagBytes || !file.AsSpan().StartsWith("JRD1"u8)
            || BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(4 + SaltBytes)) is var count
            && (count is < 1 or > FrameHeader.MaxRecords || file.Length < FixedBytes + (count * EntryBytes) + TagBytes))
        {
            throw new InvalidDataException("what is left of the redacted frame is damaged");
        }

        return Enumerable.Range(0, count).Select(entry => FixedBytes + (entry * EntryBytes)).DistinctBy(at =>
            BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at))).ToDictionary(
                at => BinaryPrimitives.ReadInt32BigEndian(file.AsSpan(at)) is >= 0 and < FrameHeader.MaxRecords and var place ? place
                    : throw new InvalidDataException("what is left of the redacted frame is damaged"),
                at => file[(at + 4)..(at + EntryBytes)]);
    }
}

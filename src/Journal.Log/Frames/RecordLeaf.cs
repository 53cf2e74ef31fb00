using System.Buffers.Binary;
using Journal.Log.Hashing;
using Journal.Log.Trees;

namespace Journal.Log.Frames;

/// <summary>A record's bytes in the tree of its frame.</summary>
/// <remarks>
/// Salt 16, sequence 8, received at 8, marks 1, kind of source 1, length of source 1, source, message. The salt is the frame's own: a leaf
/// that becomes public can't be guessed without it, and showing it tells nothing of other frames.
/// </remarks>
public sealed class RecordLeaf
{
    public const int SaltBytes = 16;
    private const int HeadBytes = SaltBytes + 8 + 8 + 3;

    private const int PaddingBytes = 72; // the hash writes its padding behind the record

    private readonly byte[] _bytes = new byte[1 + HeadBytes + RecordSource.MaxBytes + RecordBatch.MaxMessageBytes + PaddingBytes];
    private readonly ManyHashes _many = new();

    /// <summary>Takes the salt of the frame whose records follow.</summary>
    internal void SetSalt(ReadOnlySpan<byte> salt) => salt[..SaltBytes].CopyTo(_bytes.AsSpan(1));

    /// <param name="fields">The fields of the record.</param>
    /// <param name="message">The message of the record.</param>
    /// <param name="hashes">Takes the leaf's hash, at the latest with <see cref="Finish"/>.</param>
    /// <param name="place">The record's place in the frame.</param>
    internal void Hash(RecordFields fields, ReadOnlySpan<byte> message, Span<byte> hashes, int place) =>
        _many.Add(_bytes, Write(fields, message), hashes, place * MerkleTree.HashBytes);

    /// <summary>No leaf follows: all of them are hashed.</summary>
    internal void Finish(Span<byte> hashes) => _many.Finish(hashes);

    /// <summary>The record as its proof shows it.</summary>
    internal byte[] Record(RecordFields fields, ReadOnlySpan<byte> message) => _bytes.AsSpan(1, Write(fields, message) - 1).ToArray();

    /// <returns>Null when the bytes are no record.</returns>
    public static LogRecord? Parse(ReadOnlyMemory<byte> record)
    {
        var bytes = record.Span;
        if (bytes.Length < HeadBytes || bytes.Length < HeadBytes + bytes[HeadBytes - 1])
        {
            return null;
        }

        var source = bytes.Slice(HeadBytes, bytes[HeadBytes - 1]);
        return new(
            BinaryPrimitives.ReadInt64BigEndian(bytes[SaltBytes..]), BinaryPrimitives.ReadInt64BigEndian(bytes[(SaltBytes + 8)..]),
            new((SourceKind)bytes[HeadBytes - 2], System.Text.Encoding.UTF8.GetString(source)), (RecordMarks)bytes[HeadBytes - 3],
            record[(HeadBytes + source.Length)..]);
    }

    private int Write(RecordFields fields, ReadOnlySpan<byte> message)
    {
        var bytes = _bytes.AsSpan(1);
        BinaryPrimitives.WriteInt64BigEndian(bytes[SaltBytes..], fields.Sequence);
        BinaryPrimitives.WriteInt64BigEndian(bytes[(SaltBytes + 8)..], fields.ReceivedAt);
        var source = fields.Source.Bytes;
        (bytes[HeadBytes - 3], bytes[HeadBytes - 2], bytes[HeadBytes - 1]) = (fields.Marks, (byte)fields.Source.Kind, (byte)source.Length);
        source.CopyTo(bytes[HeadBytes..]);
        message.CopyTo(bytes[(HeadBytes + source.Length)..]);
        return 1 + HeadBytes + source.Length + message.Length;
    }
}

/// <summary>The fields of a record besides its message.</summary>
internal readonly record struct RecordFields(long Sequence, long ReceivedAt, byte Marks, RecordSource Source);

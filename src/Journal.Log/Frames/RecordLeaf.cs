using System.Buffers.Binary;
using Journal.Log.Hashing;
using Journal.Log.Trees;

namespace Journal.Log.Frames;

/// <summary>A record's bytes in the tree of its frame.</summary>
/// <remarks>
/// Salt 16, sequence 8, received at 8, marks 1, kind of source 1, length of source 1, source, message. The salt is the frame's own: without
/// it a published leaf cannot be guessed, and revealing it reveals nothing of other frames.
/// </remarks>
public sealed class RecordLeaf
{
    public const int SaltBytes = 16;
    private const int HeadBytes = SaltBytes + 8 + 8 + 3;

    private readonly byte[] _salt = new byte[SaltBytes];
    private readonly ManyHashes _many;

    public RecordLeaf()
        : this(null)
    {
    }

    /// <param name="lanes">Null for the fastest. Only tests and measurements name one.</param>
    internal RecordLeaf(HashLanes? lanes) => _many = new(lanes);

    /// <summary>Sets the salt of the frame of the next records.</summary>
    internal void SetSalt(ReadOnlySpan<byte> salt) => salt[..SaltBytes].CopyTo(_salt);

    /// <param name="fields">The fields of the record.</param>
    /// <param name="message">The message of the record.</param>
    /// <param name="hashes">Gets the leaf's hash, at the latest with <see cref="Finish"/>.</param>
    /// <param name="place">The record's place in the frame.</param>
    internal void Hash(in RecordFields fields, ReadOnlySpan<byte> message, Span<byte> hashes, int place)
    {
        var leaf = _many.Begin(1 + LengthOf(fields, message), place * MerkleTree.HashBytes);
        leaf[0] = 0;
        Write(fields, message, leaf[1..]);
        _many.End(hashes);
    }

    /// <summary>There are no more leaves: hashes the waiting ones.</summary>
    internal void Finish(Span<byte> hashes) => _many.Finish(hashes);

    /// <summary>The record in the form of its proof.</summary>
    internal byte[] Record(in RecordFields fields, ReadOnlySpan<byte> message)
    {
        var record = new byte[LengthOf(fields, message)];
        Write(fields, message, record);
        return record;
    }

    /// <returns>Null when the bytes are not a record.</returns>
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
            RecordSource.Stored((SourceKind)bytes[HeadBytes - 2], source), (RecordMarks)bytes[HeadBytes - 3],
            record[(HeadBytes + source.Length)..]);
    }

    private static int LengthOf(in RecordFields fields, ReadOnlySpan<byte> message) =>
        HeadBytes + fields.Source.Bytes.Length + message.Length;

    private void Write(in RecordFields fields, ReadOnlySpan<byte> message, Span<byte> bytes)
    {
        _salt.CopyTo(bytes);
        BinaryPrimitives.WriteInt64BigEndian(bytes[SaltBytes..], fields.Sequence);
        BinaryPrimitives.WriteInt64BigEndian(bytes[(SaltBytes + 8)..], fields.ReceivedAt);
        var source = fields.Source.Bytes;
        (bytes[HeadBytes - 3], bytes[HeadBytes - 2], bytes[HeadBytes - 1]) = (fields.Marks, (byte)fields.Source.Kind, (byte)source.Length);
        source.CopyTo(bytes[HeadBytes..]);
        message.CopyTo(bytes[(HeadBytes + source.Length)..]);
    }
}

/// <summary>The fields of a record except its message.</summary>
internal readonly record struct RecordFields(long Sequence, long ReceivedAt, byte Marks, RecordSource Source);

using System.Buffers.Binary;
using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using Journal.Log.Hashing;
using Journal.Log.Recipients;
using Journal.Log.Trees;

namespace Journal.Log.Frames;

/// <summary>Reads the records of a frame, and believes nothing of it. It belongs to one thread.</summary>
public sealed class FrameOpener
{
    private readonly byte[] _content = new byte[FrameHeader.MaxPlainBytes];
    private readonly byte[] _plain = new byte[FrameHeader.MaxPlainBytes];
    private readonly byte[] _hashes = new byte[FrameHeader.MaxRecords * MerkleTree.HashBytes];
    private readonly long[] _received = new long[FrameHeader.MaxRecords];
    private readonly int[] _sources = new int[FrameHeader.MaxRecords];
    private readonly int[] _lengths = new int[FrameHeader.MaxRecords];
    private readonly RecordLeaf _leaf = new();
    private readonly ManyNodes _nodes = new();

    /// <param name="header">Already compared with what was signed, as far as it was.</param>
    /// <param name="raw">The header's bytes.</param>
    /// <param name="stored">The frame's stored bytes, as many as the header says.</param>
    /// <param name="keys">The keys of the segment.</param>
    /// <returns>The records, whose messages stay valid until the next call.</returns>
    /// <exception cref="InvalidDataException">The frame is damaged; the message says how, as part of a sentence.</exception>
    public IReadOnlyList<LogRecord> Open(FrameHeader header, ReadOnlySpan<byte> raw, ReadOnlySpan<byte> stored, SegmentKeys keys)
    {
        var plain = Decrypt(header, raw, stored, keys);
        var records = plain.IsEmpty ? [] : Parse(header, plain);
        if (records.Count != header.Records)
        {
            throw new InvalidDataException("the number of records differs from the header's");
        }

        _leaf.SetSalt(Salt(header.Index, keys));
        for (var i = 0; i < records.Count; i++)
        {
            var record = records[i];
            _leaf.Hash(Fields(record), record.Message.Span, _hashes, i);
        }

        _leaf.Finish(_hashes);

        LeafHashes = _hashes.AsMemory(0, records.Count * MerkleTree.HashBytes).ToArray();
        Span<byte> root = stackalloc byte[MerkleTree.HashBytes];
        _nodes.Root(_hashes.AsSpan(0, records.Count * MerkleTree.HashBytes), root);
        return root.SequenceEqual(header.RecordsRoot)
            ? records
            : throw new InvalidDataException("the records' tree has another root than the header");
    }

    /// <summary>The leaf hashes of the records that were opened last: a proof is made of them.</summary>
    public ReadOnlyMemory<byte> LeafHashes { get; private set; }

    /// <summary>The leaf of a record that was opened last.</summary>
    public byte[] LeafOf(LogRecord record) => _leaf.Record(Fields(record), record.Message.Span);

    internal static byte[] Salt(long index, SegmentKeys keys)
    {
        Span<byte> number = stackalloc byte[8];
        BinaryPrimitives.WriteInt64BigEndian(number, index);
        var salt = new byte[32];
        keys.WriteSalt(number, salt);
        return salt;
    }

    private static RecordFields Fields(LogRecord record) => new(record.Sequence, record.ReceivedAt, (byte)record.Marks, record.Source);

    private ReadOnlyMemory<byte> Decrypt(FrameHeader header, ReadOnlySpan<byte> raw, ReadOnlySpan<byte> stored, SegmentKeys keys)
    {
        if (header.StoredBytes == 0)
        {
            return default;
        }

        var content = _content.AsMemory(0, header.StoredBytes - FrameHeader.TagBytes);
        Span<byte> nonce = stackalloc byte[12];
        header.WriteNonce(nonce);
        try
        {
            keys.Frames.Decrypt(
                nonce, stored[..content.Length], stored[content.Length..], content.Span, raw[..FrameHeader.AuthenticatedBytes]);
        }
        catch (CryptographicException)
        {
            throw new InvalidDataException("the stored bytes do not decrypt");
        }

        return header.Compression switch
        {
            FrameCompression.None when content.Length == header.PlainBytes => content,
            FrameCompression.Brotli when BrotliDecoder.TryDecompress(content.Span, _plain.AsSpan(0, header.PlainBytes), out var written)
                && written == header.PlainBytes => _plain.AsMemory(0, written),
            _ => throw new InvalidDataException("the content does not decompress to its declared length"),
        };
    }

    private List<LogRecord> Parse(FrameHeader header, ReadOnlyMemory<byte> plain)
    {
        var rest = plain.Span;
        var sources = new RecordSource[VarInt.Read(ref rest, FrameHeader.MaxRecords)];
        for (var i = 0; i < sources.Length; i++)
        {
            var kind = (SourceKind)VarInt.Read(ref rest, (int)SourceKind.Sealed);
            var name = Take(ref rest, VarInt.Read(ref rest, RecordSource.MaxBytes));
            sources[i] = new(kind, Encoding.UTF8.GetString(name));
        }

        var count = header.Records;
        for (var i = 0; i < count; i++)
        {
            _received[i] = VarInt.ReadSigned(ref rest) + (i == 0 ? 0 : _received[i - 1]);
        }

        for (var i = 0; i < count; i++)
        {
            _sources[i] = VarInt.Read(ref rest, sources.Length - 1);
        }

        var marks = Take(ref rest, count);
        long messages = 0;
        for (var i = 0; i < count; i++)
        {
            messages += _lengths[i] = VarInt.Read(ref rest, RecordBatch.MaxMessageBytes);
        }

        if (messages != rest.Length)
        {
            throw new InvalidDataException("the messages have another length than their column says");
        }

        var records = new List<LogRecord>(count);
        var at = plain.Length - rest.Length;
        for (var i = 0; i < count; at += _lengths[i++])
        {
            records.Add(new(
                header.FirstSequence + i, _received[i], sources[_sources[i]], (RecordMarks)marks[i], plain.Slice(at, _lengths[i])));
        }

        return records;
    }

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> bytes, int count)
    {
        if (count > bytes.Length)
        {
            throw new InvalidDataException("the plaintext ends too early");
        }

        var taken = bytes[..count];
        bytes = bytes[count..];
        return taken;
    }
}

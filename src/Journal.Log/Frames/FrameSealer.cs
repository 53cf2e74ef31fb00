using System.Security.Cryptography;
using Journal.Log.Hashing;
using Journal.Log.Recipients;
using Journal.Log.Trees;
using ZstdSharp;
using ZstdSharp.Unsafe;

namespace Journal.Log.Frames;

/// <summary>Makes a frame from a batch: record tree, compression, encryption. For one thread.</summary>
public sealed class FrameSealer
{
    /// <summary>The largest size of a frame in bytes.</summary>
    public const int MaxBytes = FrameHeader.Bytes + FrameHeader.MaxPlainBytes + FrameHeader.TagBytes;

    private readonly byte[] _plain = new byte[FrameHeader.MaxPlainBytes];
    private readonly byte[] _compressed = new byte[FrameHeader.MaxPlainBytes];
    private readonly byte[] _hashes = new byte[FrameHeader.MaxRecords * MerkleTree.HashBytes];
    private readonly RecordLeaf _leaf = new();
    private readonly ManyNodes _nodes = new();
    private readonly Compressor _compressor = NewCompressor();

    /// <summary>The data for proofs of records of the last sealed frame.</summary>
    /// <param name="batch">The records of that frame.</param>
    /// <param name="raw">Its header.</param>
    /// <param name="firstSequence">The sequence number of its first record.</param>
    /// <param name="places">The places of the records.</param>
    internal FrameEvidence Evidence(RecordBatch batch, byte[] raw, long firstSequence, IEnumerable<int> places)
    {
        var hashes = new byte[batch.Count * MerkleTree.HashBytes];
        batch.HashLeaves(_leaf, firstSequence, hashes); // again: computing the root has overwritten them
        return new(raw, hashes, places.ToDictionary(place => place, place => batch.Leaf(_leaf, firstSequence, place)));
    }

    /// <param name="batch">May be empty.</param>
    /// <param name="draft">The header fields that do not depend on the records; the others are ignored.</param>
    /// <param name="keys">The keys of the segment.</param>
    /// <param name="frame">Gets header and stored bytes.</param>
    public FrameHeader Seal(RecordBatch batch, FrameHeader draft, SegmentKeys keys, Span<byte> frame)
    {
        var plain = batch.Count == 0 ? 0 : batch.WritePlain(_plain);
        var hashes = _hashes.AsSpan(0, batch.Count * MerkleTree.HashBytes);
        _leaf.SetSalt(FrameOpener.Salt(draft.Index, keys));
        batch.HashLeaves(_leaf, draft.FirstSequence, hashes);
        var root = new byte[MerkleTree.HashBytes];
        _nodes.Root(hashes, root);

        // If it does not shrink, it is stored uncompressed, so no frame is larger than its plaintext and the tag.
        var smaller = _compressor.TryWrap(_plain.AsSpan(0, plain), _compressed.AsSpan(0, Math.Max(plain - 1, 0)), out var compressed);
        var content = smaller ? _compressed.AsSpan(0, compressed) : _plain.AsSpan(0, plain);
        var header = draft with
        {
            Compression = smaller ? FrameCompression.Zstandard : FrameCompression.None,
            Records = batch.Count,
            PlainBytes = plain,
            StoredBytes = plain == 0 ? 0 : content.Length + FrameHeader.TagBytes,
            FirstReceivedAt = batch.FirstReceivedAt,
            RecordsRoot = root,
        };
        header.WriteTo(frame);
        var stored = frame.Slice(FrameHeader.Bytes, header.StoredBytes);
        if (plain > 0)
        {
            Span<byte> nonce = stackalloc byte[12];
            header.WriteNonce(nonce);
            keys.Frames.Encrypt(
                nonce, content, stored[..content.Length], stored[content.Length..], frame[..FrameHeader.AuthenticatedBytes]);
        }

        header = header with { StoredHash = SHA256.HashData(stored) };
        header.WriteTo(frame);
        return header;
    }

    /// <summary>The header has the length already, and a hash of what is stored.</summary>
    private static Compressor NewCompressor()
    {
        var compressor = new Compressor(level: 1);
        compressor.SetParameter(ZSTD_cParameter.ZSTD_c_contentSizeFlag, 0);
        compressor.SetParameter(ZSTD_cParameter.ZSTD_c_checksumFlag, 0);
        return compressor;
    }
}

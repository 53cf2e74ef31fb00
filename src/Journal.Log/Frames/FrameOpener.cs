using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;
using System.Security.Cryptography;
using Journal.Log.Hashing;
using Journal.Log.Recipients;
using Journal.Log.Trees;
using ZstdSharp;

namespace Journal.Log.Frames;

/// <summary>Reads the records of a frame, and trusts nothing in it. For one thread; the keys may be shared by several.</summary>
/// <remarks>Its buffers grow to the size that a header declares, which is limited, and are reused for every frame.</remarks>
public sealed class FrameOpener
{
    private readonly RecordLeaf _leaf = new();
    private readonly ManyNodes _nodes = new();
    private readonly FrameRecords _records;
    private readonly Decompressor _decompressor = new();
    private byte[] _content = [];
    private byte[] _plain = [];
    private byte[] _hashes = [];

    public FrameOpener() => _records = new(_leaf);

    /// <param name="header">The header, already compared with what was signed, if it is signed.</param>
    /// <param name="raw">The header's bytes.</param>
    /// <param name="stored">The frame's stored bytes, as many as the header says.</param>
    /// <param name="keys">The keys of the segment.</param>
    /// <param name="mayHold">
    /// Looks at the plaintext, which holds all messages; false leaves the frame out before its records are made and hashed. The cipher has
    /// already compared the plaintext with the header, but not with the records' tree.
    /// </param>
    /// <returns>The records, which stay valid until the next call; none for a frame that was left out.</returns>
    /// <exception cref="InvalidDataException">The frame is damaged; the message says how, as part of a sentence.</exception>
    public FrameRecords Open(
        FrameHeader header, ReadOnlySpan<byte> raw, ReadOnlySpan<byte> stored, SegmentKeys keys, PlainTest? mayHold = null)
    {
        var plain = Decrypt(header, raw, stored, keys);
        if (mayHold?.Invoke(plain.Span) == false)
        {
            return FrameRecords.None;
        }

        if (plain.IsEmpty)
        {
            _records.Clear();
        }
        else
        {
            _records.Read(header, plain);
        }

        return Checked(header, keys);
    }

    /// <summary>
    /// Opens what is left of a frame of which records were destroyed: the others are compared with the frame's tree as before.
    /// </summary>
    /// <exception cref="InvalidDataException">It does not belong to the frame, or is damaged.</exception>
    public FrameRecords OpenRedacted(FrameHeader header, ReadOnlySpan<byte> raw, byte[] file, SegmentKeys keys)
    {
        var (plain, redacted) = RedactedFrame.Read(file, raw, keys);
        _records.Read(header, plain);
        _records.SetRedacted(redacted);
        return Checked(header, keys);
    }

    private FrameRecords Checked(FrameHeader header, SegmentKeys keys)
    {
        if (_records.Count != header.Records)
        {
            throw new InvalidDataException("the number of records differs from the header's");
        }

        _leaf.SetSalt(Salt(header.Index, keys));
        var hashes = Room(ref _hashes, _records.Count * MerkleTree.HashBytes).Span;
        _records.HashLeaves(hashes);
        Span<byte> root = stackalloc byte[MerkleTree.HashBytes];
        _nodes.Root(hashes, root);
        return root.SequenceEqual(header.RecordsRoot)
            ? _records
            : throw new InvalidDataException("the records' tree has another root than the header");
    }

    internal static byte[] Salt(long index, SegmentKeys keys)
    {
        Span<byte> number = stackalloc byte[8];
        BinaryPrimitives.WriteInt64BigEndian(number, index);
        var salt = new byte[32];
        keys.WriteSalt(number, salt);
        return salt;
    }

    private ReadOnlyMemory<byte> Decrypt(FrameHeader header, ReadOnlySpan<byte> raw, ReadOnlySpan<byte> stored, SegmentKeys keys)
    {
        if (header.StoredBytes == 0)
        {
            return default;
        }

        var content = Room(ref _content, header.StoredBytes - FrameHeader.TagBytes);
        Span<byte> nonce = stackalloc byte[12];
        header.WriteNonce(nonce);
        try
        {
            lock (keys.Gate)
            {
                keys.Frames.Decrypt(
                    nonce, stored[..content.Length], stored[content.Length..], content.Span, raw[..FrameHeader.AuthenticatedBytes]);
            }
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException("the stored bytes do not decrypt", exception);
        }

        return header.Compression switch
        {
            FrameCompression.None when content.Length == header.PlainBytes => content,
            FrameCompression.Zstandard when Room(ref _plain, header.PlainBytes) is var plain && Unpacks(content, plain) => plain,
            FrameCompression.Brotli when Room(ref _plain, header.PlainBytes) is var plain
                && BrotliDecoder.TryDecompress(content.Span, plain.Span, out var written) && written == plain.Length => plain,
            _ => throw new InvalidDataException("the content does not decompress to its declared length"),
        };
    }

    private bool Unpacks(ReadOnlyMemory<byte> content, Memory<byte> plain)
    {
        try
        {
            return _decompressor.TryUnwrap(content.Span, plain.Span, out var written) && written == plain.Length;
        }
        catch (ZstdException)
        {
            return false;
        }
    }

    private static Memory<byte> Room(ref byte[] buffer, int bytes)
    {
        if (buffer.Length < bytes)
        {
            buffer = GC.AllocateUninitializedArray<byte>((int)BitOperations.RoundUpToPowerOf2((uint)bytes));
        }

        return buffer.AsMemory(0, bytes);
    }
}

/// <summary>Whether a frame may hold what is looked for.</summary>
/// <param name="plain">All of its messages one after another, and other fields before them.</param>
public delegate bool PlainTest(ReadOnlySpan<byte> plain);

using System.Buffers.Binary;
using Journal.Log.Frames;
using Journal.Log.Hashing;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The headers of up to 256 consecutive frames, and their leaf hashes; the object is reused for other bundles.</summary>
internal sealed class HeaderBundle
{
    private const int HashBytes = MerkleTree.HashBytes;

    private readonly byte[] _raw = new byte[TilePath.Width * FrameHeader.Bytes];
    private readonly byte[] _hashes = new byte[TilePath.Width * HashBytes];
    private readonly byte[] _nodes = new byte[TilePath.Width * HashBytes];
    private readonly ManyHashes _many = new();
    private readonly ManyNodes _tree = new();

    /// <summary>The index of the bundle; -1 when there is none yet.</summary>
    public long Index { get; private set; } = -1;

    public int Count { get; private set; }

    public long FirstFrame => Index * TilePath.Width;

    /// <summary>The hashes of all leaves, one after another.</summary>
    public ReadOnlySpan<byte> Leaves => _hashes.AsSpan(0, Count * HashBytes);

    public ReadOnlySpan<byte> Leaf(int place) => _hashes.AsSpan(place * HashBytes, HashBytes);

    public ReadOnlySpan<byte> Raw(int place) => _raw.AsSpan(place * FrameHeader.Bytes, FrameHeader.Bytes);

    public FrameHeader Header(int place) =>
        FrameHeader.TryRead(Raw(place), out var problem) ?? throw new InvalidDataException(problem); // it was checked when it was added

    /// <summary>The bundle as the log serves it: each header with its length before it.</summary>
    public byte[] Entries()
    {
        var entries = new byte[Count * (sizeof(ushort) + FrameHeader.Bytes)];
        for (var (place, at) = (0, 0); place < Count; place++, at += sizeof(ushort) + FrameHeader.Bytes)
        {
            BinaryPrimitives.WriteUInt16BigEndian(entries.AsSpan(at), FrameHeader.Bytes);
            Raw(place).CopyTo(entries.AsSpan(at + sizeof(ushort)));
        }

        return entries;
    }

    public void Clear(long index) => (Index, Count) = (index, 0);

    public void Add(ReadOnlySpan<byte> raw) => raw.CopyTo(_raw.AsSpan(Count++ * FrameHeader.Bytes));

    /// <summary>Hashes the added headers.</summary>
    public void Hash()
    {
        for (var i = 0; i < Count; i++)
        {
            var leaf = _many.Begin(1 + FrameHeader.Bytes, i * HashBytes);
            leaf[0] = 0;
            Raw(i).CopyTo(leaf[1..]);
            _many.End(_hashes);
        }

        _many.Finish(_hashes);
    }

    /// <summary>The root over the leaves.</summary>
    public byte[] Root()
    {
        var root = new byte[HashBytes];
        Leaves.CopyTo(_nodes);
        _tree.Root(_nodes.AsSpan(0, Count * HashBytes), root);
        return root;
    }
}

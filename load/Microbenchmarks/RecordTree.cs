using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Hashing;
using Load.Systems.Journal.Corpus;

namespace Microbenchmarks;

/// <summary>The tree over the records of a full frame of daemons' lines.</summary>
internal sealed class RecordTree
{
    private const int HashBytes = SHA256.HashSizeInBytes;
    private const int Seed = 1;

    private readonly RecordBatch _batch = new();
    private readonly List<byte[]> _leaves = [];
    private readonly byte[] _node = new byte[1 + (2 * HashBytes)];
    private readonly byte[] _hash = new byte[HashBytes];
    private readonly byte[] _hashes;

    public RecordTree()
    {
        var (source, leaf) = (new RecordSource(SourceKind.Tcp, "127.0.0.1:50514"), new RecordLeaf());
        foreach (var line in DaemonLines.Make(FrameHeader.MaxRecords, length: null, Seed).TakeWhile(_ => !_batch.IsFull))
        {
            _batch.Add(source, line, RecordMarks.Rfc3164, 1_000_000);
        }

        _leaves.AddRange(Enumerable.Range(0, _batch.Count).Select(place => (byte[])[0, .. _batch.Leaf(leaf, 1, place)]));
        _hashes = new byte[_batch.Count * HashBytes];
    }

    /// <summary>One call of the library for each leaf and each node, and nothing else.</summary>
    public long Plain()
    {
        foreach (var leaf in _leaves)
        {
            SHA256.HashData(leaf, _hash);
        }

        for (var node = 1; node < _leaves.Count; node++)
        {
            SHA256.HashData(_node, _hash);
        }

        return _hash[0];
    }

    /// <summary>The tree as a frame's sealer and opener make it.</summary>
    public Func<long> Of(HashWay way)
    {
        var (leaf, nodes) = (new RecordLeaf(way), new ManyNodes(way));
        return () =>
        {
            _batch.HashLeaves(leaf, 1, _hashes);
            nodes.Root(_hashes, _hash);
            return _hash[0];
        };
    }
}

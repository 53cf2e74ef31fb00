using System.Numerics;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>
/// Computes the roots of smaller sizes of a proven tree. It keeps the last subtree of each level: while sizes rise, a root takes only a few
/// hashes.
/// </summary>
internal sealed class EarlierRoots(SignedFrames frames)
{
    private const int MaxLevels = 63;

    private static readonly int BundleLevel = BitOperations.Log2(TilePath.Width);

    private readonly (long Index, byte[]? Hash)[] _last = new (long, byte[]?)[MaxLevels];

    /// <param name="size">The number of frames, all of which are proven.</param>
    public byte[] At(long size) => MerkleTree.Root(CopySubtree, size);

    private void CopySubtree(int level, long index, Span<byte> hash)
    {
        if (level == 0)
        {
            frames.LeafOf(index)!.CopyTo(hash);
        }
        else if (level == BundleLevel)
        {
            frames.RootOfBundle(index).CopyTo(hash);
        }
        else
        {
            Subtree(level, index).CopyTo(hash);
        }
    }

    private byte[] Subtree(int level, long index)
    {
        if (_last[level] is { Hash: { } known } last && last.Index == index)
        {
            return known;
        }

        Span<byte> left = stackalloc byte[MerkleTree.HashBytes];
        var hash = new byte[MerkleTree.HashBytes];
        CopySubtree(level - 1, 2 * index, left);
        CopySubtree(level - 1, (2 * index) + 1, hash);
        MerkleTree.HashNode(left, hash, hash);
        _last[level] = (index, hash);
        return hash;
    }
}

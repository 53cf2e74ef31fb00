using System.Numerics;

namespace Journal.Log.Trees;

/// <summary>Proves that a tree begins with all of a smaller one: nothing was changed, left out or inserted.</summary>
public static class ConsistencyProof
{
    /// <summary>No tree needs more hashes.</summary>
    public const int MaxHashes = 63;

    /// <summary>RFC 6962, section 2.1.2.</summary>
    /// <param name="tree">A tree of at least the larger size.</param>
    /// <param name="oldSize">Leaves of the smaller tree; 0 for none, whose proof is empty.</param>
    /// <param name="size">Leaves of the larger one.</param>
    public static List<byte[]> Make(SubtreeHash tree, long oldSize, long size)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(oldSize, size);
        var proof = new List<byte[]>();
        if (oldSize > 0)
        {
            Add(0, size, oldSize, isWhole: true);
        }

        return proof;

        // isWhole: the smaller tree is the whole beginning of this part, so that the verifier already knows its root.
        void Add(long start, long count, long old, bool isWhole)
        {
            if (old == count)
            {
                if (!isWhole)
                {
                    proof.Add(MerkleTree.RangeRoot(tree, start, count));
                }

                return;
            }

            var half = 1L << BitOperations.Log2((ulong)count - 1);
            if (old <= half)
            {
                Add(start, half, old, isWhole);
                proof.Add(MerkleTree.RangeRoot(tree, start + half, count - half));
            }
            else
            {
                Add(start + half, count - half, old - half, isWhole: false);
                proof.Add(MerkleTree.RangeRoot(tree, start, half));
            }
        }
    }

    /// <summary>RFC 9162, section 2.1.4.2.</summary>
    public static bool Holds(long oldSize, byte[] oldRoot, long size, byte[] root, IReadOnlyList<byte[]> proof)
    {
        if (oldSize < 0 || oldSize > size || proof.Any(hash => hash.Length != MerkleTree.HashBytes))
        {
            return false;
        }

        if (oldSize == 0 || oldSize == size)
        {
            return proof.Count == 0 && (oldSize == 0 || oldRoot.AsSpan().SequenceEqual(root));
        }

        // The root of a perfect tree occurs in the larger tree unchanged, and is not sent.
        var path = BitOperations.IsPow2(oldSize) ? [oldRoot, .. proof] : proof;
        if (path.Count == 0)
        {
            return false;
        }

        var shift = BitOperations.TrailingZeroCount(oldSize);
        var (node, last) = ((oldSize - 1) >> shift, (size - 1) >> shift);
        var (ofOld, ofNew) = (path[0].ToArray(), path[0].ToArray());
        foreach (var sibling in path.Skip(1))
        {
            if (last == 0)
            {
                return false;
            }

            if (node % 2 == 1 || node == last)
            {
                MerkleTree.HashNode(sibling, ofOld, ofOld);
                MerkleTree.HashNode(sibling, ofNew, ofNew);
                for (; node % 2 == 0 && node != 0; node >>= 1)
                {
                    last >>= 1;
                }
            }
            else
            {
                MerkleTree.HashNode(ofNew, sibling, ofNew);
            }

            node >>= 1;
            last >>= 1;
        }

        return last == 0 && ofOld.AsSpan().SequenceEqual(oldRoot) && ofNew.AsSpan().SequenceEqual(root);
    }
}

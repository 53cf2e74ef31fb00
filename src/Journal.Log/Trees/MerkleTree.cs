using System.Numerics;
using System.Security.Cryptography;

namespace Journal.Log.Trees;

/// <summary>The tree of RFC 6962, section 2.1: SHA-256; the first byte distinguishes leaves from nodes.</summary>
public static class MerkleTree
{
    public const int HashBytes = SHA256.HashSizeInBytes;
    private const int MaxStack = 512;

    public static void HashLeaf(ReadOnlySpan<byte> entry, Span<byte> hash)
    {
        var bytes = entry.Length < MaxStack ? stackalloc byte[entry.Length + 1] : new byte[entry.Length + 1];
        bytes[0] = 0;
        entry.CopyTo(bytes[1..]);
        SHA256.HashData(bytes, hash);
    }

    public static void HashNode(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, Span<byte> hash)
    {
        Span<byte> bytes = stackalloc byte[1 + (2 * HashBytes)];
        bytes[0] = 1;
        left.CopyTo(bytes[1..]);
        right.CopyTo(bytes[(1 + HashBytes)..]);
        SHA256.HashData(bytes, hash);
    }

    /// <summary>The root over consecutive leaf hashes; they are overwritten.</summary>
    public static void RootInPlace(Span<byte> hashes, Span<byte> root)
    {
        var count = hashes.Length / HashBytes;
        if (count == 0)
        {
            SHA256.HashData([], root);
            return;
        }

        // Pairing level by level, and moving an odd last hash up, gives the same tree as the recursive definition.
        for (; count > 1; count = (count + 1) / 2)
        {
            for (var pair = 0; pair < count / 2; pair++)
            {
                HashNode(At(hashes, 2 * pair), At(hashes, (2 * pair) + 1), At(hashes, pair));
            }

            if (count % 2 == 1)
            {
                At(hashes, count - 1).CopyTo(At(hashes, count / 2));
            }
        }

        At(hashes, 0).CopyTo(root);
    }

    /// <summary>The root of the first leaves of a tree.</summary>
    public static byte[] Root(SubtreeHash tree, long size) => size == 0 ? SHA256.HashData([]) : RangeRoot(tree, 0, size);

    /// <summary>The hashes from a leaf to the root, from below.</summary>
    public static List<byte[]> InclusionPath(SubtreeHash tree, long index, long size)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, size);
        var path = new List<byte[]>();
        Add(0, size);
        return path;

        void Add(long start, long count)
        {
            if (count == 1)
            {
                return;
            }

            var half = 1L << BitOperations.Log2((ulong)count - 1);
            if (index < start + half)
            {
                Add(start, half);
                path.Add(RangeRoot(tree, start + half, count - half));
            }
            else
            {
                Add(start + half, count - half);
                path.Add(RangeRoot(tree, start, half));
            }
        }
    }

    /// <summary>RFC 9162, section 2.1.3.2.</summary>
    /// <returns>Null when the path is too long or too short for such a tree.</returns>
    public static byte[]? RootOfPath(long index, long size, ReadOnlySpan<byte> leaf, IEnumerable<byte[]> path)
    {
        if (index < 0 || index >= size)
        {
            return null;
        }

        var (node, last) = (index, size - 1);
        var root = leaf.ToArray();
        foreach (var sibling in path)
        {
            if (last == 0 || sibling.Length != HashBytes)
            {
                return null;
            }

            if (node % 2 == 1 || node == last)
            {
                HashNode(sibling, root, root);
                for (; node % 2 == 0 && node != 0; node >>= 1)
                {
                    last >>= 1;
                }
            }
            else
            {
                HashNode(root, sibling, root);
            }

            node >>= 1;
            last >>= 1;
        }

        return last == 0 ? root : null;
    }

    /// <summary>The root over a range of leaves that starts at the beginning of a subtree of at least that many leaves.</summary>
    internal static byte[] RangeRoot(SubtreeHash tree, long start, long count)
    {
        byte[]? root = null;
        for (var level = 0; count >> level != 0; level++)
        {
            if (((count >> level) & 1) == 0)
            {
                continue;
            }

            var left = new byte[HashBytes];
            tree(level, (start >> level) + (count >> level) - 1, left);
            if (root is null)
            {
                root = left;
            }
            else
            {
                HashNode(left, root, root);
            }
        }

        return root!;
    }

    private static Span<byte> At(Span<byte> hashes, int index) => hashes.Slice(index * HashBytes, HashBytes);
}

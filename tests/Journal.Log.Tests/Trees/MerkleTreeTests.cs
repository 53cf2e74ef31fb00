using System.Security.Cryptography;
using Journal.Log.Trees;

namespace Journal.Log.Tests.Trees;

/// <summary>Against the recursive definition of RFC 6962, section 2.1, written down a second time here.</summary>
public sealed class MerkleTreeTests
{
    private const int MaxLeaves = 70;

    [Fact]
    public void Root_OfNoLeaves_IsTheHashOfNothing() =>
        Convert.ToHexStringLower(MerkleTree.Root((_, _, _) => { }, 0))
            .ShouldBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

    [Fact]
    public void Root_OfTheKnownLeavesOfCertificateTransparency_IsTheKnownOne()
    {
        // The reference inputs of RFC 6962's own test suite.
        string[] leaves = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
        var frontier = new TreeFrontier();
        foreach (var leaf in leaves)
        {
            frontier.Add(Leaf(Convert.FromHexString(leaf)));
        }

        Convert.ToHexStringLower(frontier.Root()).ShouldBe("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
    }

    [Fact]
    public void Root_OfEverySize_IsThatOfTheRecursiveDefinition()
    {
        var leaves = Leaves(MaxLeaves);
        var frontier = new TreeFrontier();
        for (var size = 1; size <= MaxLeaves; size++)
        {
            frontier.Add(leaves[size - 1]);
            var expected = Recursive(leaves[..size]);
            var root = new byte[32];
            MerkleTree.RootInPlace(leaves[..size].SelectMany(leaf => leaf).ToArray(), root);

            root.ShouldBe(expected);
            frontier.Root().ShouldBe(expected);
            MerkleTree.Root(SubtreesOf(leaves), size).ShouldBe(expected);
        }
    }

    [Fact]
    public void InclusionPath_OfEveryLeafOfEverySize_LeadsToTheRootAndNowhereElse()
    {
        var leaves = Leaves(MaxLeaves);
        for (var size = 1; size <= MaxLeaves; size++)
        {
            var root = Recursive(leaves[..size]);
            for (var index = 0; index < size; index++)
            {
                var path = MerkleTree.InclusionPath(SubtreesOf(leaves), index, size);

                MerkleTree.RootOfPath(index, size, leaves[index], path).ShouldBe(root);
                (MerkleTree.RootOfPath(index, size, leaves[(index + 1) % MaxLeaves], path) ?? []).ShouldNotBe(root);
                MerkleTree.RootOfPath(index, size, leaves[index], [.. path, root]).ShouldBeNull();
            }
        }
    }

    private static byte[] Recursive(byte[][] leaves)
    {
        if (leaves.Length == 1)
        {
            return leaves[0];
        }

        var half = 1;
        while (half * 2 < leaves.Length)
        {
            half *= 2;
        }

        return SHA256.HashData([1, .. Recursive(leaves[..half]), .. Recursive(leaves[half..])]);
    }

    private static SubtreeHash SubtreesOf(byte[][] leaves) => (level, index, hash) =>
        Recursive(leaves[(int)(index << level)..(int)((index + 1) << level)]).CopyTo(hash);

    private static byte[][] Leaves(int count) => [.. Enumerable.Range(0, count).Select(number => Leaf([(byte)number, 7]))];

    private static byte[] Leaf(byte[] entry)
    {
        var hash = new byte[32];
        MerkleTree.HashLeaf(entry, hash);
        return hash;
    }
}

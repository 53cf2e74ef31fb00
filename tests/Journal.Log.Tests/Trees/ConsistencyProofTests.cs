using System.Security.Cryptography;
using Journal.Log.Trees;

namespace Journal.Log.Tests.Trees;

public sealed class ConsistencyProofTests
{
    private const int MaxLeaves = 40;

    [Fact]
    public void Make_OfEverySizeToEveryOther_HoldsForTheseRootsAndNoOthers()
    {
        for (var size = 1; size <= MaxLeaves; size++)
        {
            for (var old = 1; old <= size; old++)
            {
                var (oldRoot, root) = (Root(0, old), Root(0, size));
                var proof = ConsistencyProof.Make(Subtree, old, size);

                proof.ShouldBe(Recursive(old, 0, size, true));
                ConsistencyProof.Holds(old, oldRoot, size, root, proof).ShouldBeTrue($"{old} of {size}");
                ConsistencyProof.Holds(old, Root(1, old), size, root, proof).ShouldBeFalse($"another old root, {old} of {size}");
                ConsistencyProof.Holds(old, oldRoot, size, Root(1, size), proof).ShouldBeFalse($"another root, {old} of {size}");
                ConsistencyProof.Holds(old, oldRoot, size, root, [.. proof, root]).ShouldBeFalse($"a hash too many, {old} of {size}");
                ConsistencyProof.Holds(size + 1, oldRoot, size, root, proof).ShouldBeFalse();
                for (var place = 0; place < proof.Count; place++)
                {
                    List<byte[]> fewer = [.. proof], changed = [.. proof];
                    fewer.RemoveAt(place);
                    changed[place] = SHA256.HashData(changed[place]);
                    ConsistencyProof.Holds(old, oldRoot, size, root, fewer).ShouldBeFalse($"{old} of {size} without {place}");
                    ConsistencyProof.Holds(old, oldRoot, size, root, changed).ShouldBeFalse($"{old} of {size}, other {place}");
                }
            }
        }
    }

    [Fact]
    public void Holds_FromNothing_NeedsAnEmptyProof()
    {
        ConsistencyProof.Make(Subtree, 0, 5).ShouldBeEmpty();
        ConsistencyProof.Holds(0, SHA256.HashData([]), 5, Root(0, 5), []).ShouldBeTrue();
        ConsistencyProof.Holds(0, SHA256.HashData([]), 5, Root(0, 5), [Root(0, 5)]).ShouldBeFalse();
    }

    [Fact]
    public void Holds_HashesOfAnotherLength_IsFalse() =>
        ConsistencyProof.Holds(2, Root(0, 2), 3, Root(0, 3), [[1, 2, 3]]).ShouldBeFalse();

    private static void Subtree(int level, long index, Span<byte> hash) => Root((int)index << level, 1 << level).CopyTo(hash);

    /// <summary>The root of leaves by the recursive definition of RFC 6962.</summary>
    private static byte[] Root(int first, int count)
    {
        if (count == 1)
        {
            return SHA256.HashData([0, (byte)first]);
        }

        var half = Half(count);
        return SHA256.HashData([1, .. Root(first, half), .. Root(first + half, count - half)]);
    }

    /// <summary>SUBPROOF of RFC 6962, section 2.1.2, as it stands there.</summary>
    private static List<byte[]> Recursive(int old, int first, int count, bool isWhole)
    {
        if (old == count)
        {
            return isWhole ? [] : [Root(first, count)];
        }

        var half = Half(count);
        return old <= half
            ? [.. Recursive(old, first, half, isWhole), Root(first + half, count - half)]
            : [.. Recursive(old - half, first + half, count - half, false), Root(first, half)];
    }

    private static int Half(int count)
    {
        var half = 1;
        while (half * 2 < count)
        {
            half *= 2;
        }

        return half;
    }
}

namespace Journal.Log.Trees;

/// <summary>A tree that only grows: it keeps only its perfect subtrees from the left, at most one of each level.</summary>
public sealed class TreeFrontier
{
    private readonly List<byte[]?> _subtrees = [];

    public long Size { get; private set; }

    public void Add(ReadOnlySpan<byte> leaf)
    {
        var hash = leaf.ToArray();
        for (var level = 0; ; level++)
        {
            if (level == _subtrees.Count)
            {
                _subtrees.Add(null);
            }

            if (_subtrees[level] is not { } left)
            {
                _subtrees[level] = hash;
                break;
            }

            MerkleTree.HashNode(left, hash, hash);
            _subtrees[level] = null;
        }

        Size++;
    }

    public byte[] Root() => MerkleTree.Root((level, _, hash) => _subtrees[level]!.CopyTo(hash), Size);

    /// <summary>A copy of the tree, which grows independently.</summary>
    public TreeFrontier Copy()
    {
        var copy = new TreeFrontier { Size = Size };
        copy._subtrees.AddRange(_subtrees); // the hash of a stored subtree never changes
        return copy;
    }
}

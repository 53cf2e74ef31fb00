namespace Journal.Log.Trees;

/// <summary>A tree that only grows: its perfect subtrees from the left, one at most of each level, are all that it keeps.</summary>
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

    /// <summary>The same tree, which grows on its own.</summary>
    public TreeFrontier Copy()
    {
        var copy = new TreeFrontier { Size = Size };
        copy._subtrees.AddRange(_subtrees); // a subtree's hash is never changed once it stands here
        return copy;
    }
}

namespace Journal.Log.Verifying;

/// <summary>Signed roots by their sizes: all have to belong to one tree.</summary>
internal sealed class SignedRoots
{
    private readonly Dictionary<long, (byte[] Root, string Where)> _roots = [];

    public int Count => _roots.Count;

    /// <param name="where">The file, for messages.</param>
    /// <returns>False when a different root was signed for this size.</returns>
    public bool Add(long size, byte[] root, string where) =>
        _roots.TryAdd(size, (root, where)) || _roots[size].Root.AsSpan().SequenceEqual(root);

    /// <returns>Null when none was signed for this size.</returns>
    public byte[]? Of(long size) => _roots.TryGetValue(size, out var signed) ? signed.Root : null;

    /// <param name="size">A size for which a root was signed.</param>
    public string WhereOf(long size) => _roots[size].Where;
}

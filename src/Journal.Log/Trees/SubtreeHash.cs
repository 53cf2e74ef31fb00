namespace Journal.Log.Trees;

/// <summary>Gives the hash of a perfect subtree.</summary>
/// <param name="level">The subtree has two to the power of this many leaves.</param>
/// <param name="index">Counted in subtrees of its level, from the left.</param>
/// <param name="hash">Gets the 32 bytes.</param>
public delegate void SubtreeHash(int level, long index, Span<byte> hash);

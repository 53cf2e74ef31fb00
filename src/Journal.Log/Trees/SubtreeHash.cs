namespace Journal.Log.Trees;

/// <summary>Gives the hash of a perfect subtree.</summary>
/// <param name="level">It has two to the power of this many leaves.</param>
/// <param name="index">Counted in subtrees of its level, from the left.</param>
/// <param name="hash">Takes the 32 bytes.</param>
public delegate void SubtreeHash(int level, long index, Span<byte> hash);

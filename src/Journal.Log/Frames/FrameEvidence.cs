namespace Journal.Log.Frames;

/// <summary>
/// The data for proofs of a frame's records, kept while the writer still has it: later only a reader's key opens the frame.
/// </summary>
/// <param name="RawHeader">The frame's 256 bytes.</param>
/// <param name="LeafHashes">The leaf hashes of all its records, 32 bytes each.</param>
/// <param name="Leaves">The leaves of the requested records, by their places.</param>
public sealed record FrameEvidence(byte[] RawHeader, byte[] LeafHashes, IReadOnlyDictionary<int, byte[]> Leaves);

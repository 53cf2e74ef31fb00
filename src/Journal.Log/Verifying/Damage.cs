namespace Journal.Log.Verifying;

/// <summary>Something that differs from what was signed, or lacks a necessary signature.</summary>
/// <param name="Where">The file, and where in it.</param>
/// <param name="Problem">The problem, as part of a sentence.</param>
/// <param name="Frame">The first frame that it touches; null when it is no frame's.</param>
public sealed record Damage(string Where, string Problem, long? Frame = null);

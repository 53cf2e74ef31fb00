namespace Prober.Engine.Timelines;

/// <summary>A target is in a state from a moment on, until its next change.</summary>
/// <param name="At">Unix milliseconds: the start of the probe that showed the new state first.</param>
/// <param name="Doubt">
/// Milliseconds before <paramref name="At"/> for which nobody knows the truth: they begin with the last evidence of the old state.
/// </param>
/// <param name="Cause">For a person.</param>
public readonly record struct StateChange(long At, TargetState State, long Doubt, string Cause);

namespace Prober.Engine.Timelines;

/// <summary>A target is in a state from this moment until its next change.</summary>
/// <param name="At">Unix milliseconds: the start of the first probe that showed the new state.</param>
/// <param name="Doubt">
/// Milliseconds before <paramref name="At"/> in which the state is in doubt: since the last evidence of the old state.
/// </param>
/// <param name="Cause">For a person.</param>
public readonly record struct StateChange(long At, TargetState State, long Doubt, string Cause);

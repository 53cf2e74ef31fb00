namespace Prober.Engine.Timelines;

/// <summary>A person's statement of a target's real state: it takes precedence over all observations, and removes all doubt.</summary>
public sealed record Correction(TimeRange Range, TargetState State, string Note);

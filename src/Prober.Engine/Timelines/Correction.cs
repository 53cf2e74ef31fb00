namespace Prober.Engine.Timelines;

/// <summary>A person says what a target really was: it goes before all that was observed, and leaves no doubt.</summary>
public sealed record Correction(TimeRange Range, TargetState State, string Note);

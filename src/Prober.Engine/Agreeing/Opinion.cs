using Prober.Engine.Timelines;

namespace Prober.Engine.Agreeing;

/// <summary>What one prober sees of a target. Times are Unix milliseconds on the timeline of the prober that asks.</summary>
/// <param name="State">Up, down or unknown.</param>
/// <param name="Since">When it began.</param>
/// <param name="ObservedUntil">Its last evidence.</param>
/// <param name="Cause">Why it is so, for a person.</param>
public readonly record struct Opinion(TargetState State, long Since, long ObservedUntil, string Cause)
{
    public static Opinion None { get; } = new(TargetState.Unknown, 0, 0, "");
}

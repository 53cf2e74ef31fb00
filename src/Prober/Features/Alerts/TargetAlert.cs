using System.Diagnostics;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Features.Alerts;

/// <summary>What the prober sees of a target, beside what its receivers know. Times are Unix milliseconds.</summary>
internal sealed record TargetAlert
{
    public static TargetAlert New { get; } = new();

    public AlertState State { get; init; } = AlertState.Calm;

    public FlapCounter Flaps { get; init; } = FlapCounter.None;

    /// <summary>
    /// The last known state, up or down; it stays while the state is unknown. A target counts as up until it is seen down.
    /// </summary>
    public StateChange Shown { get; init; } = new(0, TargetState.Up, 0, "");

    /// <summary>It is still so.</summary>
    public bool IsKnown { get; init; }

    /// <summary>
    /// When this prober took the target over from the previous run; 0 for never. The time between the two, before the first probe, does
    /// not cause an escalation.
    /// </summary>
    public long LoadedAt { get; init; }

    /// <summary>Consecutive bad probes since the target went down.</summary>
    public long Failures { get; init; }

    public bool IsDown => Shown.State == TargetState.Down;

    /// <summary>Nothing was told that is still true, and nothing is to be told.</summary>
    public bool IsQuiet => !IsDown && State is { IsTold: false, IsFlapping: false } && !Flaps.IsFlapping;

    public static TargetAlert Loaded(AlertState state, long now) => new()
    {
        State = state,
        Failures = state.LastFailure,
        Shown = new(state.Since, state.IsTold ? TargetState.Down : TargetState.Up, 0, ""),
        LoadedAt = now,
    };

    /// <param name="isPlanned">During maintenance a change is none of the target's.</param>
    public TargetAlert After(StateChange change, bool isPlanned)
    {
        Debug.Assert(change.State is TargetState.Up or TargetState.Down, "Maintenance is no state of the engine; unknown shows nothing.");
        return this with
        {
            IsKnown = true,
            Shown = change,
            Failures = State.IsTold ? State.LastFailure : 0,

            // A target that is in the same state before and after a gap of the prober has not changed.
            Flaps = change.State != Shown.State && !isPlanned ? Flaps.Change() : Flaps,
        };
    }

    /// <param name="isAgreed">Other probers may see it down while this one does not.</param>
    public TargetAlert After(TargetStatus status, ProbeResult result, bool isAgreed) => this with
    {
        IsKnown = true,
        Shown = new(status.Since, status.State, Shown.Doubt, isAgreed ? Shown.Cause : result.Message),
        Failures = Failures + (status.State == TargetState.Down && (isAgreed || (!result.IsGood && result.Failure.IsEvidence())) ? 1 : 0),
        Flaps = Flaps.Probe(),
    };

    /// <summary>
    /// Whether the receivers do not know the current state, or have known it for so long that others have to be told. While the state is
    /// unknown nothing new is reported, but an unacknowledged outage still escalates.
    /// </summary>
    public bool IsOwed(AlertPolicy policy, long now) =>
        State.SilencedUntil <= now && !State.IsFlapping
        && (State.IsTold && IsDown ? policy.Escalates(State, now, IsKnown ? 0 : LoadedAt) : IsKnown && State.IsTold != IsDown);
}

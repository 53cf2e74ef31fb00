using Prober.Engine.Agreeing;
using Prober.Engine.Probing;
using Prober.Engine.Scheduling;
using Prober.Engine.Timelines;

namespace Prober.Engine.Watching;

/// <summary>
/// A target, its place in the schedule and its state: all of that is in this one object. Only the engine's thread writes it.
/// </summary>
public sealed class WatchedTarget : IWheelEntry<WatchedTarget>
{
    private readonly Lock _lock = new();
    private StateMachine _machine;

    /// <summary>Null when this prober decides alone.</summary>
    private OwnView? _own;
    private long _probes;
    private long _bad;
    private long _late;
    private long _missed;
    private long _refused;
    private long _noEvidence;

    internal WatchedTarget(TargetDefinition definition, long now)
    {
        (Definition, WatchedSince) = (definition, now);
        Phase = PhaseOf(definition);
        _own = definition.IsAgreed ? new(default) : null;
    }

    public TargetDefinition Definition { get; private set; }

    /// <summary>Unix milliseconds.</summary>
    public long WatchedSince { get; }

    /// <summary>The last result, evidence or not; null before the first.</summary>
    public ProbeResult? Last { get; private set; }

    long IWheelEntry<WatchedTarget>.DueTick { get; set; }

    WatchedTarget? IWheelEntry<WatchedTarget>.Previous { get; set; }

    WatchedTarget? IWheelEntry<WatchedTarget>.Next { get; set; }

    internal long Phase { get; private set; }

    /// <summary>The due time that the wheel waits for.</summary>
    internal long Due { get; set; }

    /// <summary>A due probe that has not started; null for none.</summary>
    internal long? PendingDue { get; set; }

    internal bool IsWaiting { get; set; }

    internal bool IsGone { get; set; }

    internal Flight? Flight { get; set; }

    internal long Interval => (long)Definition.Interval.TotalMilliseconds;

    public TargetState State
    {
        get
        {
            lock (_lock)
            {
                return _machine.State;
            }
        }
    }

    public TargetStatus Status
    {
        get
        {
            lock (_lock)
            {
                return new(
                    _machine.State, _machine.Since, _machine.ObservedUntil, _probes, _bad, _late, _missed, _refused, _noEvidence, Last);
            }
        }
    }

    /// <summary>What this prober alone sees, whatever others say.</summary>
    /// <param name="now">Unix milliseconds.</param>
    public Opinion OpinionAt(long now)
    {
        lock (_lock)
        {
            return (_own ?? new(_machine)).At(now, Definition.Rules);
        }
    }

    internal void Redefine(TargetDefinition definition, long now)
    {
        lock (_lock)
        {
            if (definition.IsAgreed != Definition.IsAgreed)
            {
                _own = definition.IsAgreed ? new(_machine) : null; // the state stays until there is newer evidence
            }

            _own?.ChangeRules(now, Definition.Rules, definition.Rules);
            _machine.ChangeRules(now, Definition.Rules, definition.Rules);
            (Definition, Phase) = (definition, PhaseOf(definition));
        }
    }

    internal void Missed(long count)
    {
        lock (_lock)
        {
            _missed += count;
        }
    }

    internal void Refused()
    {
        lock (_lock)
        {
            _refused++;
        }
    }

    internal void Observe(ProbeResult result, bool isLate, List<StateChange> changes)
    {
        lock (_lock)
        {
            _probes++;
            _late += isLate ? 1 : 0;
            Last = result;
            if (!result.Failure.IsEvidence())
            {
                _noEvidence++;
                _own?.Expire(result.StartedAt, Definition.Rules);
                _machine.Expire(result.StartedAt, Definition.Rules, changes);
                return;
            }

            _bad += result.IsGood ? 0 : 1;
            if (_own is not null)
            {
                _own.Observe(result.StartedAt, result.IsGood, result.Message, Definition.Rules);
                return;
            }

            _machine.Observe(result.StartedAt, result.IsGood, result.Message, Definition.Rules, changes);
        }
    }

    /// <summary>Takes what several probers say over; each of them has counted its own failures already.</summary>
    internal void Agree(Agreement agreement, long now, List<StateChange> changes)
    {
        lock (_lock)
        {
            if (_own is null)
            {
                return;
            }

            var rules = Definition.Rules with { Failures = 1, Successes = 1 };
            var isNew = _machine.State != TargetState.Unknown || agreement.ObservedUntil > Math.Max(_machine.Since, _own.AgreedAt);
            if (agreement.State != TargetState.Unknown && isNew)
            {
                // A state begins when so many saw it; after a gap, when so many see it again.
                var first = _machine.State == TargetState.Unknown ? agreement.ObservedUntil : agreement.Since;
                foreach (var at in (ReadOnlySpan<long>)[first, agreement.ObservedUntil])
                {
                    _own.AgreedAt = Math.Max(Math.Max(at, _own.AgreedAt), _machine.Since);
                    _machine.Observe(_own.AgreedAt, agreement.State == TargetState.Up, agreement.Cause, rules, changes);
                }
            }

            _machine.Expire(now, rules, changes);
        }
    }

    internal void Expire(long now, List<StateChange> changes)
    {
        lock (_lock)
        {
            _own?.Expire(now, Definition.Rules);
            _machine.Expire(now, Definition.Rules, changes);
        }
    }

    internal void Forget(long now, string cause, List<StateChange> changes)
    {
        lock (_lock)
        {
            _own?.Forget(now);
            _machine.Expire(now, Definition.Rules, changes);
            _machine.Forget(now, cause, changes);
        }
    }

    private static long PhaseOf(TargetDefinition definition) =>
        ProbeGrid.Phase(definition.Kind, definition.Name, (long)definition.Interval.TotalMilliseconds);
}

/// <summary>The state of a target at one moment. Times are Unix milliseconds.</summary>
/// <param name="Since">When the state began; 0 before the first.</param>
/// <param name="ObservedUntil">The last evidence of the state; null when it is unknown.</param>
/// <param name="Refused">Probes that a limit of the prober kept from starting when they were due.</param>
/// <param name="NoEvidence">Probes that say nothing about the target: strained, without a handle, without a name server.</param>
public sealed record TargetStatus(
    TargetState State,
    long Since,
    long? ObservedUntil,
    long Probes,
    long Bad,
    long Late,
    long Missed,
    long Refused,
    long NoEvidence,
    ProbeResult? Last);

namespace Prober.Engine.Timelines;

/// <summary>
/// Turns evidence about one target into changes of state. Consecutive probes that agree prove a state, from the start of the first of them.
/// Evidence that is too old makes the state unknown, one interval after it. Times only grow.
/// </summary>
public struct StateMachine
{
    private long _evidenceAt;
    private long _stateEvidenceAt;
    private long _rowAt;
    private int _row;
    private bool _rowIsGood;
    private bool _hasEvidence;

    /// <summary>Up, down or unknown.</summary>
    public TargetState State { get; private set; }

    /// <summary>Since when; meaningless before the first change.</summary>
    public long Since { get; private set; }

    /// <summary>The start of the last probe that agreed with <see cref="State"/>: the time after it is not known yet.</summary>
    public readonly long? ObservedUntil => State == TargetState.Unknown ? null : _stateEvidenceAt;

    /// <summary>The next evidence.</summary>
    /// <param name="at">The start of its probe.</param>
    /// <param name="isGood">Whether the probe succeeded.</param>
    /// <param name="cause">The reason for a bad result.</param>
    /// <param name="rules">The rules of the target.</param>
    /// <param name="changes">Gets no, one or two changes, in order.</param>
    public void Observe(long at, bool isGood, string cause, EvidenceRules rules, ICollection<StateChange> changes)
    {
        Expire(at, rules, changes);
        if (_row == 0 || _rowIsGood != isGood)
        {
            (_rowAt, _row, _rowIsGood) = (at, 0, isGood);
        }

        _row++;
        (_evidenceAt, _hasEvidence) = (at, true);
        var shown = isGood ? TargetState.Up : TargetState.Down;
        if (State == shown)
        {
            _stateEvidenceAt = at;
        }
        else if (_row >= (isGood ? rules.Successes : rules.Failures))
        {
            changes.Add(Enter(shown, _rowAt, cause));
            _stateEvidenceAt = at;
        }
    }

    /// <summary>Makes the state unknown if the last evidence is too old.</summary>
    public void Expire(long now, EvidenceRules rules, ICollection<StateChange> changes)
    {
        if (!_hasEvidence || now - _evidenceAt <= rules.Validity)
        {
            return;
        }

        // Probes on both sides of a gap are not consecutive.
        (_row, _hasEvidence) = (0, false);
        if (State != TargetState.Unknown)
        {
            changes.Add(Enter(TargetState.Unknown, _evidenceAt + rules.Interval, "no evidence"));
        }
    }

    /// <summary>The rules change: a shorter interval must not make a state unknown that was known until now.</summary>
    public void ChangeRules(long now, EvidenceRules before, EvidenceRules after)
    {
        // The evidence is moved to a time that is valid for as long with the new interval, so that targets need no further field.
        var knownUntil = Math.Min(now, _evidenceAt + before.Interval);
        _evidenceAt = Math.Max(_evidenceAt, knownUntil - after.Interval);
    }

    /// <summary>The prober stops watching, or starts again.</summary>
    public void Forget(long at, string cause, ICollection<StateChange> changes)
    {
        (_row, _hasEvidence) = (0, false);
        if (State != TargetState.Unknown)
        {
            changes.Add(Enter(TargetState.Unknown, Math.Max(at, _stateEvidenceAt), cause));
        }
    }

    private StateChange Enter(TargetState state, long at, string cause)
    {
        var change = new StateChange(at, state, State == TargetState.Unknown ? 0 : at - _stateEvidenceAt, cause);
        (State, Since) = (state, at);
        return change;
    }
}

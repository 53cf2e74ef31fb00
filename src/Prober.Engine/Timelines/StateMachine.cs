namespace Prober.Engine.Timelines;

/// <summary>
/// Makes changes of the evidence about one target. A row of probes that agree proves a state, from the start of its first probe on;
/// evidence that is too old ends what was known, one interval after it. Times only grow.
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

    /// <summary>The start of the last probe that agreed with <see cref="State"/>: what came after it is not known yet.</summary>
    public readonly long? ObservedUntil => State == TargetState.Unknown ? null : _stateEvidenceAt;

    /// <summary>The next evidence.</summary>
    /// <param name="at">The start of its probe.</param>
    /// <param name="isGood">Whether the target did what it should.</param>
    /// <param name="cause">Why, when it is bad.</param>
    /// <param name="rules">The rules of the target.</param>
    /// <param name="changes">Gets none, one or two, in their order.</param>
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

    /// <summary>Ends what is known when the last evidence is too old by now.</summary>
    public void Expire(long now, EvidenceRules rules, ICollection<StateChange> changes)
    {
        if (!_hasEvidence || now - _evidenceAt <= rules.Validity)
        {
            return;
        }

        // Probes on both sides of a gap are no row.
        (_row, _hasEvidence) = (0, false);
        if (State != TargetState.Unknown)
        {
            changes.Add(Enter(TargetState.Unknown, _evidenceAt + rules.Interval, "no evidence"));
        }
    }

    /// <summary>The rules change now: a shorter interval does not make unknown what was known by then.</summary>
    public void ChangeRules(long now, EvidenceRules before, EvidenceRules after)
    {
        // The evidence counts as one that the new interval carries as far, which takes no further field in each target.
        var knownUntil = Math.Min(now, _evidenceAt + before.Interval);
        _evidenceAt = Math.Max(_evidenceAt, knownUntil - after.Interval);
    }

    /// <summary>Nobody watches from now on, or watched since.</summary>
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

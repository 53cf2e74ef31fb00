using Prober.Engine.Timelines;

namespace Prober.Engine.Agreeing;

/// <summary>What this prober alone sees of a target whose state several probers decide.</summary>
internal sealed class OwnView(StateMachine machine)
{
    private readonly List<StateChange> _changes = [];
    private StateMachine _machine = machine;
    private string _cause = "";

    /// <summary>The latest moment for which the probers agreed.</summary>
    public long AgreedAt { get; set; }

    public StateMachine Machine => _machine;

    /// <param name="now">Unix milliseconds.</param>
    public Opinion At(long now, EvidenceRules rules) =>
        _machine.ObservedUntil is { } observed && now - observed <= rules.Validity
            ? new(_machine.State, _machine.Since, observed, _cause)
            : Opinion.None;

    public void Observe(long at, bool isGood, string cause, EvidenceRules rules)
    {
        _machine.Observe(at, isGood, cause, rules, _changes);
        Take();
    }

    public void Expire(long now, EvidenceRules rules)
    {
        _machine.Expire(now, rules, _changes);
        Take();
    }

    public void Forget(long now)
    {
        _machine.Forget(now, "", _changes);
        Take();
    }

    public void ChangeRules(long now, EvidenceRules before, EvidenceRules after) => _machine.ChangeRules(now, before, after);

    /// <summary>Only what the probers agree on is told to others.</summary>
    private void Take()
    {
        _cause = _changes is [.., var last] ? last.Cause : _cause;
        _changes.Clear();
    }
}

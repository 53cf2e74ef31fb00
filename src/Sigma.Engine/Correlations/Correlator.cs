using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>
/// Evaluates correlations in event time. Conditions with more, and temporal ones, are judged with each match; conditions with less at the
/// end of the window that the group's first match opened. Other correlations may refer to a correlation that fires.
/// </summary>
public sealed class Correlator
{
    private readonly CorrelationLimits _limits;
    private readonly CorrelationMemory _memory;
    private readonly List<CorrelationState> _states;

    /// <summary>Those of them whose windows are judged when they are over.</summary>
    private readonly List<CorrelationState> _waiting;
    private readonly Dictionary<SigmaDocument, List<(CorrelationState State, CorrelationReference Reference)>> _referring =
        new(new SameDocument());

    private long _newest = long.MinValue;
    private long _advanced = long.MinValue / 2;

    /// <param name="rules">The rules with the correlations to evaluate.</param>
    /// <param name="limits">Bounds.</param>
    /// <param name="previous">The previous correlator; the states of unchanged correlations continue. Null for none.</param>
    /// <param name="alone">The only correlation to evaluate; the results of others are added as their matches. Null for all.</param>
    /// <param name="memory">Memory that is shared with others; null for its own, or that of the previous correlator.</param>
    public Correlator(
        RuleSet rules, CorrelationLimits limits, Correlator? previous = null, CorrelationRule? alone = null,
        CorrelationMemory? memory = null)
    {
        _limits = limits;
        if (previous is not null)
        {
            (_newest, _advanced) = (previous._newest, previous._advanced);
        }

        _memory = previous?._memory ?? memory ?? new(limits);
        var unchanged = previous?._states.ToList() ?? [];
        _states = [.. (alone is null ? rules.Correlations : [alone]).Select(rule => Take(unchanged, rule) ?? NewState(rule))];
        _waiting = _states.FindAll(state => state.Rule.IsJudgedAtTheEnd);
        unchanged.ForEach(_memory.Leave);
        foreach (var document in rules.Rules.Cast<SigmaDocument>().Concat(rules.Correlations))
        {
            _referring[document] =
            [
                .. from state in _states
                   let reference = CorrelationReference.Of(state.Rule, document)
                   where reference is not null
                   select (state, reference),
            ];
        }
    }

    /// <summary>The memory of its groups, and the counts of dropped matches.</summary>
    public CorrelationMemory Memory => _memory;

    /// <param name="input">A match.</param>
    /// <param name="alerts">Gets the alerts.</param>
    public void Add(CorrelationInput input, List<CorrelationAlert> alerts)
    {
        if (input.Time.UtcTicks < Watermark)
        {
            _memory.Late++;
            return;
        }

        _newest = Math.Max(_newest, input.Time.UtcTicks);
        Put(input, alerts);
        Close(Watermark, alerts);
        _memory.MakeRoom();
    }

    /// <summary>Judges the windows that ended before a given time: earlier matches are late from now on.</summary>
    public void Advance(DateTimeOffset watermark, List<CorrelationAlert> alerts)
    {
        _advanced = Math.Max(_advanced, watermark.UtcTicks);
        Close(Watermark, alerts);
    }

    /// <summary>There are no more matches: judges all open windows.</summary>
    public void Complete(List<CorrelationAlert> alerts) => Close(long.MaxValue, alerts);

    /// <summary>Forgets all groups; it must not be used any more.</summary>
    public void Clear() => _states.ForEach(_memory.Leave);

    private long Watermark => _limits.Lateness is { } lateness && _newest > lateness.Ticks
        ? Math.Max(_newest - lateness.Ticks, _advanced)
        : _advanced;

    private CorrelationState NewState(CorrelationRule rule)
    {
        var state = new CorrelationState(rule, _limits, _memory);
        _memory.Join(state);
        return state;
    }

    private static CorrelationState? Take(List<CorrelationState> states, CorrelationRule rule)
    {
        var state = states.Find(state => SameDocument.AreSame(state.Rule, rule));
        if (state is not null)
        {
            states.Remove(state);
            state.Rule = rule;
        }

        return state;
    }

    private void Close(long until, List<CorrelationAlert> alerts)
    {
        foreach (var state in _waiting)
        {
            foreach (var alert in state.CloseUntil(until))
            {
                Emit(alert, alerts);
            }
        }
    }

    private void Put(CorrelationInput input, List<CorrelationAlert> alerts)
    {
        if (!_referring.TryGetValue(input.Document, out var referring))
        {
            return;
        }

        foreach (var (state, reference) in referring)
        {
            if (state.Add(input, reference, Watermark) is { } alert)
            {
                Emit(alert, alerts);
            }
        }
    }

    private void Emit(CorrelationAlert alert, List<CorrelationAlert> alerts)
    {
        if (alert.Rule.Alerts)
        {
            alerts.Add(alert);
        }

        Put(new(alert.Rule, alert.Time, alert.Event, alert.Group.ToDictionary(field => field.Key, field => field.Value)), alerts);
    }

    /// <summary>The same name and the same text, in whatever set of rules.</summary>
    private sealed class SameDocument : EqualityComparer<SigmaDocument>
    {
        public static bool AreSame(SigmaDocument one, SigmaDocument other) =>
            one.Fingerprint == other.Fingerprint && one.Key == other.Key;

        public override bool Equals(SigmaDocument? x, SigmaDocument? y) =>
            ReferenceEquals(x, y) || (x is not null && y is not null && AreSame(x, y));

        public override int GetHashCode(SigmaDocument document) => document.Fingerprint.GetHashCode();
    }
}

using Sigma.Engine.Evaluation;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>
/// The content of the records so far: which of the rules' fields, and which log sources. It reads marks that matchers leave anyway, so it
/// costs nothing per record. For any thread.
/// </summary>
public sealed class SeenRecords
{
    private readonly Lock _lock = new();
    private readonly HashSet<string> _fields = [];
    private readonly HashSet<EventSource> _sources = [];
    private readonly List<MappedEvaluator<RecordMatcher>> _matchers = [];
    private MappedRules? _rules;

    /// <summary>Matchers are now of these rules; earlier observations stay.</summary>
    public void Use(MappedRules rules)
    {
        lock (_lock)
        {
            Collect();
            _matchers.Clear();
            _rules = rules;
        }
    }

    /// <param name="rules">The rules of the matcher.</param>
    /// <param name="matcher">The matcher.</param>
    public void Watch(MappedRules rules, MappedEvaluator<RecordMatcher> matcher)
    {
        lock (_lock)
        {
            if (rules == _rules)
            {
                _matchers.Add(matcher);
            }
        }
    }

    /// <summary>Why each rule cannot fire on the records so far: a field or a log source never occurred; null if it can.</summary>
    /// <returns>In the order of the rules.</returns>
    public IReadOnlyList<string?> WhyNot()
    {
        lock (_lock)
        {
            Collect();
            return _rules?.Any is not { } rules ? []
                : [.. rules.Rules.Rules.Select((rule, place) => WhyNot(rules, rule, rules.Programs[place]))];
        }
    }

    private string? WhyNot(CompiledRules rules, SigmaRule rule, CompiledNode program)
    {
        if (rules.Routes && !_sources.Any(source => !source.Excludes(rule.LogSource)))
        {
            return $"No record of {rule.LogSource} came.";
        }

        var missing = new SortedSet<string>(StringComparer.Ordinal);
        return CanHold(rules, program, missing) ? null : $"No record had {string.Join(", ", missing)}.";
    }

    /// <summary>Whether the condition can be true for a record with only the fields seen so far.</summary>
    private bool CanHold(CompiledRules rules, CompiledNode node, SortedSet<string> missing)
    {
        switch (node.Kind)
        {
            case NodeKind.Predicate when rules.Predicates[node.Predicate].FieldName is { } name:
                if (!_fields.Contains(name))
                {
                    missing.Add(name);
                }

                return _fields.Contains(name);
            case NodeKind.All:
                return node.Nodes.All(inner => CanHold(rules, inner, missing));
            case NodeKind.Any:
                return node.Nodes.Any(inner => CanHold(rules, inner, missing));
            case NodeKind.AtLeast:
                return node.Nodes.Count(inner => CanHold(rules, inner, missing)) >= node.Count;
            default:
                return true;
        }
    }

    private void Collect()
    {
        foreach (var matcher in _matchers.SelectMany(matcher => matcher.Used))
        {
            foreach (var (name, field) in matcher.Rules.FieldNumbers)
            {
                if (matcher.HasSeen(field))
                {
                    _fields.Add(name);
                }
            }

            _sources.UnionWith(matcher.SeenSources);
        }
    }
}

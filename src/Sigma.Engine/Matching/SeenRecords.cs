using Sigma.Engine.Rules;

namespace Sigma.Engine.Matching;

/// <summary>
/// What records had so far: which of the fields that rules ask for, and which log sources. It reads marks that matchers leave anyway, so
/// records pay nothing for it. Any thread may ask.
/// </summary>
public sealed class SeenRecords
{
    private readonly Lock _lock = new();
    private readonly HashSet<string> _fields = [];
    private readonly HashSet<LogSource> _sources = [];
    private readonly List<RecordMatcher> _matchers = [];
    private CompiledRules? _rules;

    /// <summary>From now on matchers are of these rules; what others have seen stays known.</summary>
    public void Use(CompiledRules rules)
    {
        lock (_lock)
        {
            Collect();
            _matchers.Clear();
            _rules = rules;
        }
    }

    public void Watch(RecordMatcher matcher)
    {
        lock (_lock)
        {
            if (matcher.Rules == _rules)
            {
                _matchers.Add(matcher);
            }
        }
    }

    /// <summary>Why each rule cannot fire on what was seen: a field or a log source that never came; null where it can.</summary>
    /// <returns>In the order of the rules.</returns>
    public IReadOnlyList<string?> WhyNot()
    {
        lock (_lock)
        {
            Collect();
            return _rules is not { } rules ? []
                : [.. rules.Rules.Rules.Select((rule, place) => WhyNot(rules, rule, rules.Programs[place]))];
        }
    }

    private string? WhyNot(CompiledRules rules, SigmaRule rule, CompiledNode program)
    {
        if (rules.Routes && !_sources.Any(source => !rule.LogSource.Contradicts(source)))
        {
            return $"No record of {rule.LogSource} came.";
        }

        var missing = new SortedSet<string>(StringComparer.Ordinal);
        return CanHold(rules, program, missing) ? null : $"No record had {string.Join(", ", missing)}.";
    }

    /// <summary>Whether the condition may hold of a record that has only fields that were seen.</summary>
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
        foreach (var matcher in _matchers)
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

using System.Text.Json;
using Sigma.Engine.Detections;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Reference;

/// <summary>
/// Defines the meaning of a rule: a tree, plain recursion, UTF-16 strings, a regular expression for every wildcard, and no index. It is
/// slow, and shares only the parsed rules with the fast evaluator.
/// </summary>
public sealed class ReferenceEvaluator(RuleSet rules, EventMapping mapping, bool routes) : IRecordEvaluator, IDisposable
{
    private readonly ReferenceTests _tests = new();
    private readonly List<(LogSourceRow Row, List<(string Field, List<TextTest> Tests)> When)> _rows =
    [
        .. mapping.LogSources.Select(row => (row, row.When.Select(when => (when.Key,
            when.Value.Select(value => new TextTest(LogSourceRow.PatternOf(value), IsCased: false)).ToList())).ToList())),
    ];
    private ReferenceRecord? _record;

    public EventMapping Mapping => mapping;

    public EventSource LogSource { get; private set; } = EventSource.Any;

    /// <summary>An evaluator that chooses among mappings.</summary>
    public static MappedEvaluator<ReferenceEvaluator> Of(RuleSet rules, IReadOnlyList<EventMapping> mappings, bool routes) => new(
        MappingChoice.Of(mappings) is { } choice ? new(choice, EventMapping.None, routes: false) : null,
        mappings.Count,
        mapping => new(rules, mappings.ElementAtOrDefault(mapping) ?? EventMapping.Unknown, routes));

    public RecordVerdict Evaluate(ReadOnlyMemory<byte> record)
    {
        _record?.Dispose();
        (_record, var death) = ReferenceRecord.Parse(record, mapping);
        if (_record is null)
        {
            return new(death, []);
        }

        LogSource = SourceOf(_record);
        var matches = new List<RuleMatch>();
        for (var i = 0; i < rules.Rules.Count; i++)
        {
            var rule = rules.Rules[i];
            if (!(routes && IsForOthers(rule, _record)) && Holds(rule.Condition, _record))
            {
                matches.Add(Describe(i, rule.Condition, _record));
            }
        }

        return matches.Count == 0 ? RecordVerdict.NoMatch : new(null, matches);
    }

    public string? FirstText(string field) =>
        _record?.Values(field).Select(ReferenceRecord.Text).FirstOrDefault(text => text is not null);

    /// <summary>The condition of a rule as a tree of verdicts over one record.</summary>
    /// <returns>Null when the input is not a record.</returns>
    public ExplainedNode? Explain(SigmaRule rule, ReadOnlyMemory<byte> record)
    {
        var (parsed, _) = ReferenceRecord.Parse(record, mapping);
        using (parsed)
        {
            if (parsed is null)
            {
                return null;
            }

            LogSource = SourceOf(parsed);
            return Explain(rule.Condition, parsed);
        }
    }

    public void Dispose() => _record?.Dispose();

    private EventSource SourceOf(ReferenceRecord record) => mapping.SourceOf(
    [
        .. _rows.Where(row => row.When.TrueForAll(when => record.Values(when.Field)
            .Any(value => when.Tests.Exists(test => _tests.Holds(test, value, record, out _))))).Select(row => row.Row),
    ]);

    /// <summary>Whether the rule is for other events, or only the absence of its fields would fire it on one that nobody knows.</summary>
    private bool IsForOthers(SigmaRule rule, ReferenceRecord record) => LogSource.Excludes(rule.LogSource)
        || (mapping.LogSources.Count > 0 && LogSource.Guesses(rule.LogSource) && Silence.Satisfies(rule.Condition)
            && Silence.Fields(rule.Condition).All(field => record.Values(field).Count == 0));

    private bool Holds(DetectionNode node, ReferenceRecord record) => node switch
    {
        AllOfNode all => all.Nodes.All(inner => Holds(inner, record)),
        AnyOfNode any => any.Nodes.Any(inner => Holds(inner, record)),
        AtLeastNode some => some.Nodes.Count(inner => Holds(inner, record)) >= some.Count,
        NotNode not => !Holds(not.Node, record),
        NamedNode named => Holds(named.Node, record),
        FieldNode { Field: { } field, Test: PresenceTest presence } => record.Values(field).Count > 0 == presence.IsPresent,
        FieldNode { Field: { } field, Test: ExistenceTest existence } => record.Has(field) == existence.Exists,
        FieldNode leaf => Find(leaf, record) is not null,
        _ => throw new InvalidOperationException($"No case for {node}."),
    };

    /// <summary>The first value of the leaf's field that passes its test. After a value that took too long, none does.</summary>
    private JsonElement? Find(FieldNode leaf, ReferenceRecord record)
    {
        foreach (var value in leaf.Field is { } field ? record.Values(field) : record.Scalars())
        {
            if (_tests.Holds(leaf.Test, value, record, out var timedOut))
            {
                return value;
            }

            if (timedOut)
            {
                return null;
            }
        }

        return null;
    }

    private RuleMatch Describe(int rule, DetectionNode condition, ReferenceRecord record)
    {
        var fields = new List<MatchedField>();
        var captures = new List<KeyValuePair<string, string>>();
        Collect(condition);
        return new(rule, fields, captures);

        void Collect(DetectionNode node)
        {
            switch (node)
            {
                case AllOfNode all:
                    all.Nodes.ToList().ForEach(Collect);
                    break;
                case AnyOfNode { Nodes: var nodes }:
                    nodes.Where(inner => Holds(inner, record)).ToList().ForEach(Collect);
                    break;
                case AtLeastNode { Nodes: var nodes }:
                    nodes.Where(inner => Holds(inner, record)).ToList().ForEach(Collect);
                    break;
                case NamedNode named:
                    Collect(named.Node);
                    break;
                case FieldNode leaf when Find(leaf, record) is { } value && ReferenceRecord.Text(value) is { } text:
                    if (leaf.Field is { } field && !fields.Exists(known => known.Name == field))
                    {
                        fields.Add(new(field, text, value.ValueKind == JsonValueKind.String));
                    }

                    Capture(leaf.Test, text);
                    break;
            }
        }

        void Capture(ValueTest test, string text)
        {
            if (test is RegexTest { Regex: var regex })
            {
                captures.AddRange(regex.Captures(text, out _).Where(group => !captures.Exists(known => known.Key == group.Key)));
            }
        }
    }

    private ExplainedNode Explain(DetectionNode node, ReferenceRecord record)
    {
        var holds = Holds(node, record);
        return node switch
        {
            AllOfNode all => new("all of", holds, null, [.. all.Nodes.Select(inner => Explain(inner, record))]),
            AnyOfNode any => new("any of", holds, null, [.. any.Nodes.Select(inner => Explain(inner, record))]),
            AtLeastNode some => new($"{some.Count} of", holds, null, [.. some.Nodes.Select(inner => Explain(inner, record))]),
            NotNode not => new("not", holds, null, [Explain(not.Node, record)]),
            NamedNode named => new(named.Name, holds, null, [Explain(named.Node, record)]),
            FieldNode leaf => new($"{leaf.Field ?? "keyword"} {leaf.Test}", holds, Saw(leaf, record), []),
            _ => throw new InvalidOperationException($"No case for {node}."),
        };
    }

    /// <summary>The value that decided it, the values that failed, or why there is none.</summary>
    private string Saw(FieldNode leaf, ReferenceRecord record)
    {
        const int MaxShown = 3;
        if (leaf.Field is not { } field)
        {
            return Find(leaf, record) is { } found ? $"saw {found.GetRawText()}" : "no value has it";
        }

        var values = record.Values(field);
        return values.Count == 0 ? (record.Has(field) ? $"{field} is there, without a value" : $"the record has no {field}")
            : leaf.Test is not (PresenceTest or ExistenceTest) && Find(leaf, record) is { } value ? $"saw {value.GetRawText()}"
            : $"saw {string.Join(", ", values.Take(MaxShown).Select(each => each.GetRawText()))}"
                + (values.Count > MaxShown ? $" and {values.Count - MaxShown} more" : "");
    }
}

/// <summary>A node of a condition with its verdict.</summary>
/// <param name="Text">The text of the condition.</param>
/// <param name="Holds">Whether it is true.</param>
/// <param name="Saw">What a leaf saw; otherwise null.</param>
/// <param name="Inner">The nodes below.</param>
public sealed record ExplainedNode(string Text, bool Holds, string? Saw, IReadOnlyList<ExplainedNode> Inner);

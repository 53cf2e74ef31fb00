using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

public enum CorrelationType
{
    EventCount,
    ValueCount,
    Temporal,
    TemporalOrdered,
    ValueSum,
    ValueAverage,
    ValuePercentile,
}

/// <summary>A comparison of a window's value; "not equal" is a comparison of its own.</summary>
public sealed record CorrelationBound(NumberRelation Relation, bool IsNegated, double Number)
{
    public bool Holds(double measured) => IsNegated != (Relation switch
    {
        NumberRelation.Less => measured < Number,
        NumberRelation.LessOrEqual => measured <= Number,
        NumberRelation.Greater => measured > Number,
        NumberRelation.GreaterOrEqual => measured >= Number,
        _ => measured == Number,
    });

    /// <summary>Whether a count that stops at a maximum hides on which side of the bound the real count would be.</summary>
    public bool IsBeyond(int maximum) => Number > maximum || (Number == maximum
        && Relation is NumberRelation.Greater or NumberRelation.LessOrEqual or NumberRelation.Equal);
}

/// <summary>A rule over the matches of other rules.</summary>
public sealed record CorrelationRule : SigmaDocument
{
    public string? Level { get; init; }

    public required CorrelationType Type { get; init; }

    /// <summary>Ids or names of rules, or of correlations, in their order.</summary>
    public required IReadOnlyList<(string Reference, SourcePosition At)> References { get; init; }

    /// <summary>Fields, or aliases of them.</summary>
    public IReadOnlyList<string> GroupBy { get; init; } = [];

    public required TimeSpan Timespan { get; init; }

    /// <summary>
    /// Whether fewer matches could make the condition true (less, equal, not equal): such a window is judged at its end, because even an
    /// empty one may fulfil the condition.
    /// </summary>
    public bool IsJudgedAtTheEnd => Bounds.Any(bound => bound.IsNegated
        || bound.Relation is not (NumberRelation.Greater or NumberRelation.GreaterOrEqual));

    /// <summary>The largest age of matches that the current windows depend on.</summary>
    public TimeSpan Reach => IsJudgedAtTheEnd ? Timespan + WindowLines.Distance(Timespan) : Timespan;

    /// <summary>All of them have to be true: two make a range.</summary>
    public IReadOnlyList<CorrelationBound> Bounds { get; init; } = [];

    /// <summary>The fields whose values are counted or summed.</summary>
    public IReadOnlyList<string> ValueFields { get; init; } = [];

    /// <summary>The percentile, 0 to 100.</summary>
    public double Percentile { get; init; }

    /// <summary>By alias: the field that it stands for in each rule, by the rule's id or name, in the order of the text.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<(string Reference, SourcePosition At, string Field)>> Aliases { get; init; } =
        new Dictionary<string, IReadOnlyList<(string Reference, SourcePosition At, string Field)>>();

    /// <summary>Whether the rules that it refers to also alert by themselves.</summary>
    public bool Generate { get; init; }

    public bool Alerts { get; init; } = true;

    /// <summary>The topic for its alerts; null for the usual one.</summary>
    public string? OutputTopic { get; init; }

    /// <summary>Static fields of its alerts.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> CustomFields { get; init; } = [];

    /// <inheritdoc cref="SigmaRule.MergesCustomFields"/>
    public bool MergesCustomFields { get; init; }

    /// <summary>The fields that it needs from the matches of a document.</summary>
    public IEnumerable<string> FieldsOf(SigmaDocument document) =>
        GroupBy.Concat(ValueFields).Select(name => FieldOf(name, document));

    /// <summary>Whether it uses the matches of a document.</summary>
    public bool RefersTo(SigmaDocument document) => References.Any(reference => document.IsCalled(reference.Reference));

    /// <summary>The field in the matches of a document that an alias, or a field's own name, stands for.</summary>
    public string FieldOf(string name, SigmaDocument document)
    {
        if (Aliases.TryGetValue(name, out var fields))
        {
            foreach (var (reference, _, field) in fields)
            {
                if (document.IsCalled(reference))
                {
                    return field;
                }
            }
        }

        return name;
    }
}

using System.Globalization;
using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Reads a correlation: its type, the rules it refers to, the group, the window and the condition.</summary>
internal sealed class CorrelationReader(string file, ProblemList problems)
{
    /// <summary>A leap year: no state is kept for longer, and sums of times stay valid times.</summary>
    private const long MaxTimespanSeconds = 366 * 86400;

    private static readonly string[] Members =
        ["type", "rules", "group-by", "timespan", "timeframe", "aliases", "generate", "condition"];

    private static readonly Dictionary<string, CorrelationType> Types = new()
    {
        ["event_count"] = CorrelationType.EventCount,
        ["value_count"] = CorrelationType.ValueCount,
        ["temporal"] = CorrelationType.Temporal,
        ["temporal_ordered"] = CorrelationType.TemporalOrdered,
        ["value_sum"] = CorrelationType.ValueSum,
        ["value_avg"] = CorrelationType.ValueAverage,
        ["value_percentile"] = CorrelationType.ValuePercentile,
    };

    private static readonly Dictionary<string, (NumberRelation Relation, bool IsNegated)> Comparisons = new()
    {
        ["gt"] = (NumberRelation.Greater, false),
        ["gte"] = (NumberRelation.GreaterOrEqual, false),
        ["lt"] = (NumberRelation.Less, false),
        ["lte"] = (NumberRelation.LessOrEqual, false),
        ["eq"] = (NumberRelation.Equal, false),
        ["neq"] = (NumberRelation.Equal, true),
    };

    public CorrelationRule? Read(YamlMap map)
    {
        var fields = new DocumentFields(map, problems);
        var title = fields.Title;
        if (map.Find("correlation")!.Value is not YamlMap correlation)
        {
            problems.Error("correlation", map.Find("correlation")!.At, "correlation is a map with type, rules, timespan and condition.");
            return null;
        }

        var inner = new DocumentFields(correlation, problems);
        inner.WarnOfOthers("a correlation", Members);
        if (ReadType(correlation, inner) is not { } type || ReadTimespan(correlation, inner) is not { } timespan)
        {
            return null;
        }

        var rules = inner.Texts("rules");
        if (rules.Count == 0)
        {
            problems.Error("correlation", correlation.At, "The correlation names no rules. List ids or names under rules.");
        }

        var (topic, custom) = fields.Kafka;
        var rule = new CorrelationRule
        {
            Id = fields.Id,
            Name = fields.Text("name"),
            Title = title,
            Level = fields.Level,
            Type = type,
            References = [.. rules.Select(reference => (reference.Text, reference.At))],
            GroupBy = [.. inner.Texts("group-by").Select(field => field.Text)],
            Timespan = timespan,
            Aliases = ReadAliases(correlation),
            Generate = ReadFlag(correlation, "generate") ?? ReadFlag(map, "generate") ?? false,
            OutputTopic = topic,
            CustomFields = custom,
            File = file,
            At = map.At,
        };
        return ReadCondition(rule, correlation);
    }

    private CorrelationType? ReadType(YamlMap correlation, DocumentFields fields)
    {
        if (fields.Text("type") is { } name && Types.TryGetValue(name, out var type))
        {
            return type;
        }

        problems.Error("correlation", correlation.Find("type")?.Value.At ?? correlation.At,
            $"The type has to be one of {string.Join(", ", Types.Keys)}.");
        return null;
    }

    private TimeSpan? ReadTimespan(YamlMap correlation, DocumentFields fields)
    {
        var text = fields.Text("timespan") ?? fields.Text("timeframe");
        if (text is { Length: > 1 }
            && int.TryParse(text.AsSpan(0, text.Length - 1), CultureInfo.InvariantCulture, out var number) && number > 0)
        {
            var seconds = text[^1] switch
            {
                's' => 1,
                'm' => 60,
                'h' => 3600,
                'd' => 86400,
                _ => 0,
            };
            if (seconds > 0 && (long)number * seconds <= MaxTimespanSeconds)
            {
                return TimeSpan.FromSeconds((long)number * seconds);
            }
        }

        problems.Error(
            "timespan", (correlation.Find("timespan") ?? correlation.Find("timeframe"))?.Value.At ?? correlation.At,
            text is [.., 'M' or 'y']
                ? $"{text} has no fixed length. Write it in days, 366d at most: {(text[^1] == 'M' ? 30 : 365)}d for one."
                : "The timespan has to be a number and a unit, 366d at most: 30s, 5m, 1h, 7d.");
        return null;
    }

    private Dictionary<string, IReadOnlyList<(string Reference, SourcePosition At, string Field)>> ReadAliases(YamlMap correlation)
    {
        var aliases = new Dictionary<string, IReadOnlyList<(string Reference, SourcePosition At, string Field)>>();
        switch (correlation.Find("aliases")?.Value)
        {
            case null:
                break;
            case YamlMap map:
                foreach (var entry in map.Entries)
                {
                    if (entry.Value is YamlMap fields)
                    {
                        var texts = new DocumentFields(fields, problems);
                        aliases[entry.Key] = [.. fields.Entries.Select(field => (field.Key, field.At, texts.Text(field.Key) ?? ""))];
                    }
                    else
                    {
                        problems.Error("type", entry.Value.At, $"The alias {entry.Key} is a map: rule: field.");
                    }
                }

                break;
            case var other:
                problems.Error("type", other.At, "aliases is a map of names, each with a map: rule: field.");
                break;
        }

        return aliases;
    }

    private bool? ReadFlag(YamlMap map, string key)
    {
        switch (map.Find(key)?.Value)
        {
            case null:
                return null;
            case YamlScalar { Kind: ScalarKind.Boolean } scalar:
                return scalar.IsTrue;
            case var other:
                problems.Error("type", other.At, $"{key} has to be true or false.");
                return null;
        }
    }

    private CorrelationRule? ReadCondition(CorrelationRule rule, YamlMap correlation)
    {
        var isTemporal = rule.Type is CorrelationType.Temporal or CorrelationType.TemporalOrdered;
        var entry = correlation.Find("condition");
        if (entry is null && isTemporal)
        {
            return rule;
        }

        if (entry?.Value is not YamlMap condition)
        {
            problems.Error("condition", entry?.Value.At ?? correlation.At, isTemporal
                ? "A condition over rules is a number of them, such as gte: 2. Leave it out where all of them have to match."
                : "The correlation needs a condition such as gte: 10.");
            return null;
        }

        if (ReadBounds(condition) is not { Count: > 0 } bounds)
        {
            problems.Error("condition", condition.At, "The condition compares nothing. Write one such as gte: 10.");
            return null;
        }

        if (rule.Type == CorrelationType.TemporalOrdered)
        {
            return InOrder(rule, bounds, entry);
        }

        var fields = new DocumentFields(condition, problems).Texts("field");
        if (fields.Count == 0 && !isTemporal && rule.Type != CorrelationType.EventCount)
        {
            problems.Error("condition", condition.At, "The condition does not say which field. Add field: and its name.");
        }

        return rule with
        {
            Bounds = bounds,
            ValueFields = [.. fields.Select(field => field.Text)],
            Percentile = ReadPercentile(rule, condition),
        };
    }

    /// <summary>
    /// A condition that only all rules together fulfil repeats the default; with fewer rules, the order would not be defined.
    /// </summary>
    private CorrelationRule? InOrder(CorrelationRule rule, List<CorrelationBound> bounds, YamlEntry condition)
    {
        var all = rule.References.Count;
        if (Enumerable.Range(0, all + 1).All(count => bounds.All(bound => bound.Holds(count)) == (count == all)))
        {
            return rule;
        }

        problems.Error("condition", condition.At,
            "temporal_ordered fires once all of its rules matched in their order. List only the rules that have to, and no condition.");
        return null;
    }

    private List<CorrelationBound> ReadBounds(YamlMap condition)
    {
        var bounds = new List<CorrelationBound>();
        foreach (var member in condition.Entries)
        {
            if (Comparisons.TryGetValue(member.Key, out var comparison))
            {
                if (member.Value is YamlScalar { Kind: ScalarKind.Number } number)
                {
                    bounds.Add(new(comparison.Relation, comparison.IsNegated, double.Parse(number.Text, CultureInfo.InvariantCulture)));
                }
                else
                {
                    problems.Error("type", member.Value.At, $"{member.Key} needs a number without quotes.");
                }
            }
            else if (member.Key is not ("field" or "percentile"))
            {
                problems.Error(
                    "condition", member.At, $"There is no {member.Key} in a condition. Write {string.Join(", ", Comparisons.Keys)}.");
            }
        }

        return bounds;
    }

    private double ReadPercentile(CorrelationRule rule, YamlMap condition)
    {
        var value = condition.Find("percentile")?.Value;
        if (value is YamlScalar { Kind: ScalarKind.Number } number
            && double.Parse(number.Text, CultureInfo.InvariantCulture) is >= 0 and <= 100 and var percentile)
        {
            return percentile;
        }

        if (rule.Type == CorrelationType.ValuePercentile || value is not null)
        {
            problems.Error("condition", value?.At ?? condition.At,
                "value_percentile needs percentile: and a number from 0 to 100, beside the bound for the value there. "
                + "Without it programs disagree on what the bound means: write for example percentile: 95 and gt: 1000.");
        }

        return 0;
    }
}

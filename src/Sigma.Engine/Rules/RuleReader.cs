using Sigma.Engine.Detections;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Rules;

/// <summary>Reads the documents of one file: rules, correlations and filters.</summary>
/// <param name="file">Its name, for messages.</param>
/// <param name="placeholders">The values of placeholders.</param>
/// <param name="problems">Gets the problems.</param>
/// <param name="isForPipelines">Whether pipelines will change the rules.</param>
internal sealed class RuleReader(string file, Placeholders placeholders, ProblemList problems, bool isForPipelines)
{
    /// <returns>The documents that were not refused.</returns>
    public IEnumerable<SigmaDocument> Read(string text)
    {
        foreach (var (node, error) in YamlReader.Read(text))
        {
            problems.BeginDocument();
            if (error is not null)
            {
                problems.Error("yaml", error.At, error.Message);
            }
            else if (node is not YamlMap map)
            {
                problems.Error("yaml", node!.At, "A rule is a map: title, logsource, detection.");
            }
            else if (Read(map) is { } document && problems.Errors == 0)
            {
                yield return document with { Fingerprint = Fingerprints.Of(map), Text = isForPipelines ? map : null };
            }
        }
    }

    /// <summary>Beside detections, some write for people what else to correlate: a text is no correlation.</summary>
    internal static bool IsCorrelation(YamlMap map) =>
        map.Find("correlation") is { } entry && (entry.Value is YamlMap || map.Find("detection") is null);

    private SigmaDocument? Read(YamlMap map)
    {
        if (map.Find("action") is { } action)
        {
            problems.Error("action", action.At,
                "Collections with action left the specification. Load them with --legacy, or write whole documents, parted by ---.");
            return null;
        }

        return IsCorrelation(map) ? new CorrelationReader(file, problems).Read(map)
            : map.Find("filter") is not null ? ReadFilter(map)
            : ReadRule(map);
    }

    private SigmaRule? ReadRule(YamlMap map)
    {
        var fields = new DocumentFields(map, problems);
        var (title, source) = (fields.Title, fields.LogSource(isRequired: true));
        if (map.Find("detection")?.Value is not YamlMap detection)
        {
            problems.Error("detection", map.Find("detection")?.At ?? map.At, "There is no detection. Give it searches and a condition.");
            return null;
        }

        if (detection.Find("timeframe") is { } timeframe)
        {
            problems.Warning("timeframe", timeframe.At, "timeframe left the specification, and does nothing. Write a correlation rule.");
        }

        var condition = new ConditionReader(placeholders, problems, isForPipelines).Read(detection, "timeframe");
        var (topic, custom) = fields.Kafka;
        return condition is null || source is null ? null : new()
        {
            Id = fields.Id,
            Name = fields.Text("name"),
            Title = title,
            Level = fields.Level,
            LogSource = source,
            Condition = condition,
            OutputTopic = topic,
            CustomFields = custom,
            File = file,
            At = map.At,
        };
    }

    private FilterRule? ReadFilter(YamlMap map)
    {
        var fields = new DocumentFields(map, problems);
        var (title, source) = (fields.Title, fields.LogSource(isRequired: false));
        if (map.Find("logsource") is null)
        {
            problems.Warning("logsource", map.At,
                "There is no logsource: the filter applies to rules for any. Name the product, category or service that it is for.");
        }

        if (map.Find("filter")?.Value is not YamlMap filter)
        {
            problems.Error("filter", map.Find("filter")!.At, "filter is a map with rules, searches and a condition.");
            return null;
        }

        var rules = new DocumentFields(filter, problems).Texts("rules");
        if (rules.Count == 0)
        {
            problems.Error("filter", filter.Find("rules")?.At ?? filter.At,
                "The filter does not say which rules it is for. List ids or names under rules, or write rules: any.");
        }

        var condition = new ConditionReader(placeholders, problems, isForPipelines).Read(filter, "rules");
        if (condition is not null && !HasNot(condition))
        {
            problems.Warning("filter-without-not", filter.Find("condition")!.Value.At,
                "The rules fire only where this condition is true. To exclude what it finds, write not before it.");
        }

        return condition is null || source is null ? null : new()
        {
            Id = fields.Id,
            Name = fields.Text("name"),
            Title = title,
            LogSource = source,
            Condition = condition,
            Rules = rules is [{ Text: "any" }] ? null : [.. rules.Select(rule => (rule.Text, rule.At))],
            File = file,
            At = map.At,
        };
    }

    /// <summary>Whether the condition itself contains not; <c>neq</c> within a search does not exclude what the others find.</summary>
    private static bool HasNot(DetectionNode condition) => condition switch
    {
        NotNode => true,
        AllOfNode all => all.Nodes.Any(HasNot),
        AnyOfNode any => any.Nodes.Any(HasNot),
        _ => false,
    };
}

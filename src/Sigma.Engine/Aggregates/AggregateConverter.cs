using System.Security.Cryptography;
using System.Text;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Aggregates;

/// <summary>
/// Converts rules of the earlier specification, <c>condition: s | count() by x > 5</c> with a <c>timeframe</c>, into a rule and a
/// correlation. The correlation keeps id, title and level, because the alerts are its own. The other lines of the file stay where they are.
/// </summary>
public static class AggregateConverter
{
    /// <param name="file">A file of rules.</param>
    /// <param name="problems">Gets the rules that cannot be converted.</param>
    /// <returns>The file with the converted rules; the same when there are none.</returns>
    public static RuleText Convert(RuleText file, List<RuleProblem> problems)
    {
        if (!file.Text.Contains('|', StringComparison.Ordinal))
        {
            return file;
        }

        var lines = file.Text.ReplaceLineEndings("\n").Split('\n').ToList();
        var correlations = new List<string>();
        foreach (var (node, _) in YamlReader.Read(file.Text))
        {
            if (node is YamlMap map && ConditionOf(map) is { } condition)
            {
                var problem = Convert(lines, map, condition, correlations);
                if (problem is not null)
                {
                    problems.Add(new(file.File, condition.At, "aggregate", problem, IsError: true));
                }
            }
        }

        return correlations.Count == 0 ? file : file with
        {
            Text = $"{string.Join('\n', lines).TrimEnd()}\n{string.Concat(correlations.Select(text => $"---\n{text}"))}",
        };
    }

    private static YamlScalar? ConditionOf(YamlMap map) =>
        (map.Find("detection")?.Value as YamlMap)?.Find("condition")?.Value is YamlScalar { Text: var text } condition
        && text.Contains('|', StringComparison.Ordinal) ? condition : null;

    private static string? Convert(List<string> lines, YamlMap map, YamlScalar condition, List<string> correlations)
    {
        var bar = condition.Text.IndexOf('|', StringComparison.Ordinal);
        var (aggregation, problem) = Aggregation.Parse(condition.Text[(bar + 1)..]);
        if (aggregation is null)
        {
            return problem;
        }

        var timeframe = (map.Find("detection")!.Value as YamlMap)!.Find("timeframe");
        if ((timeframe?.Value as YamlScalar)?.Text is not { } text || Aggregation.Timespan(text) is not { } timespan)
        {
            return "An aggregation needs a timeframe such as 5m beside its condition.";
        }

        var at = condition.At.Line - 1;
        var lineBar = lines[at].LastIndexOf('|');
        if (lineBar < 0 || !lines[at][lineBar..].Contains(condition.Text[(bar + 1)..].Trim(), StringComparison.Ordinal))
        {
            return "A condition over several lines is not converted. Write it on one line.";
        }

        lines[at] = $"{lines[at][..lineBar].TrimEnd()}{(condition.IsPlain ? "" : lines[at].TrimEnd()[^1..])}";
        lines[timeframe.At.Line - 1] = $"# {lines[timeframe.At.Line - 1].Trim()}";
        correlations.Add(Correlation(lines, map, aggregation, timespan));
        return null;
    }

    private static string Correlation(List<string> lines, YamlMap map, Aggregation aggregation, string timespan)
    {
        var (id, title) = (map.Find("id"), Text(map, "title") ?? "");
        var own = Text(map, "id") ?? $"{IdOf(title)}";
        var rule = IdOf($"{own}/rule");
        if (id is null)
        {
            lines[map.At.Line - 1] = $"id: {rule}\n{lines[map.At.Line - 1]}";
        }
        else
        {
            lines[id.At.Line - 1] = $"id: {rule}";
        }

        var yaml = new StringBuilder();
        yaml.Append($"title: {Quoted(title)}\nid: {own}\n");
        foreach (var key in (string[])["status", "level"])
        {
            yaml.Append(Text(map, key) is { } value ? $"{key}: {value}\n" : "");
        }

        yaml.Append($"correlation:\n  type: {aggregation.Type}\n  rules:\n    - {rule}\n");
        if (aggregation.GroupBy.Count > 0)
        {
            yaml.Append($"  group-by:\n{string.Concat(aggregation.GroupBy.Select(field => $"    - {Quoted(field)}\n"))}");
        }

        yaml.Append($"  timespan: {timespan}\n  condition:\n    {aggregation.Comparison}: {aggregation.Number}\n");
        return aggregation.Field is { } name ? $"{yaml}    field: {Quoted(name)}\n" : yaml.ToString();
    }

    private static string? Text(YamlMap map, string key) => (map.Find(key)?.Value as YamlScalar)?.Text;

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    /// <summary>The same for the same rule each time.</summary>
    private static Guid IdOf(string text)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 16);
        hash[6] = (byte)((hash[6] & 0x0F) | 0x80); // version 8: made by a rule of its own
        hash[8] = (byte)((hash[8] & 0x3F) | 0x80);
        return new Guid(hash, bigEndian: true);
    }
}

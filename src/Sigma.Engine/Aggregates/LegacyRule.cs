using System.Text;
using System.Text.RegularExpressions;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Aggregates;

/// <summary>A document with an aggregation in its condition, or in one of its conditions: each of them becomes a document.</summary>
internal sealed partial class LegacyRule
{
    private readonly YamlMap _map;
    private readonly string[] _lines;
    private readonly YamlEntry _condition;
    private readonly YamlEntry? _timeframe;
    private readonly List<(string Base, Aggregation? Aggregation)> _conditions = [];
    private string _timespan = "";

    private LegacyRule(YamlMap map, string[] lines, YamlMap detection, YamlEntry condition)
    {
        (_map, _lines, _condition, _timeframe) = (map, lines, condition, detection.Find("timeframe"));
        Begin = map.At.Line - 1;
        var end = Array.FindIndex(lines, Begin, line => line.StartsWith("---", StringComparison.Ordinal));
        End = end < 0 ? lines.Length : end;
    }

    /// <summary>The number of its first line, from 0, and that behind its last one.</summary>
    public int Begin { get; }

    /// <inheritdoc cref="Begin"/>
    public int End { get; }

    /// <summary>Why it cannot be converted; null if it can.</summary>
    public (SourcePosition At, string Message)? Problem { get; private set; }

    /// <returns>Null when it has no aggregation.</returns>
    public static LegacyRule? Of(YamlMap map, string[] lines)
    {
        if (map.Find("detection")?.Value is not YamlMap detection || detection.Find("condition") is not { } condition)
        {
            return null;
        }

        IReadOnlyList<YamlNode> conditions = condition.Value is YamlList list ? list.Items : [condition.Value];
        if (!conditions.Any(item => item is YamlScalar { Text: var text } && text.Contains('|', StringComparison.Ordinal)))
        {
            return null;
        }

        var rule = new LegacyRule(map, lines, detection, condition);
        rule.Read(conditions);
        return rule;
    }

    /// <param name="made">The ids that were made for other rules of the file; gets that of this one.</param>
    /// <returns>The documents; the first one takes the place of this one.</returns>
    public IReadOnlyList<string> Convert(HashSet<Guid> made)
    {
        var (documents, correlations) = (new List<string>(), new List<string>());
        var own = Text("id") ?? $"{NewId(made)}";
        for (var i = 0; i < _conditions.Count; i++)
        {
            var (condition, aggregation) = _conditions[i];
            var id = i == 0 ? own : $"{RuleIds.Of($"{own}/{i}")}";
            if (aggregation is null)
            {
                documents.Add(Rule(condition, id));
                continue;
            }

            var rule = $"{RuleIds.Of($"{id}/rule")}";
            documents.Add(Rule(condition, rule));
            correlations.Add(Correlation(id, rule, aggregation));
        }

        return [.. documents, .. correlations];
    }

    private void Read(IReadOnlyList<YamlNode> conditions)
    {
        foreach (var condition in conditions)
        {
            var text = (condition as YamlScalar)?.Text ?? "";
            var bar = text.IndexOf('|', StringComparison.Ordinal);
            var (aggregation, problem) = bar < 0 ? (null, null) : Aggregation.Parse(text[(bar + 1)..]);
            if (problem is not null)
            {
                Problem ??= (condition.At, problem);
            }

            _conditions.Add((bar < 0 ? text : text[..bar].Trim(), aggregation));
        }

        if ((_timeframe?.Value as YamlScalar)?.Text is not { } timeframe || Aggregation.Timespan(timeframe) is not { } timespan)
        {
            Problem ??= (_condition.Value.At, "An aggregation needs a timeframe such as 5m beside its condition.");
            return;
        }

        _timespan = timespan;
        if (!IsOwnLine(_condition) || !IsOwnLine(_timeframe))
        {
            Problem ??= (_condition.Value.At, "A condition in braces is not converted. Write it and its timeframe on lines of their own.");
        }
    }

    private bool IsOwnLine(YamlEntry entry) =>
        _lines[entry.At.Line - 1].TrimStart('-', ' ', '\t', '"', '\'').StartsWith(entry.Key, StringComparison.Ordinal);

    /// <summary>The rules of a collection may have one title.</summary>
    private Guid NewId(HashSet<Guid> made)
    {
        var (id, number) = (RuleIds.Of(Text("title") ?? ""), 2);
        while (!made.Add(id))
        {
            id = RuleIds.Of($"{Text("title")}/{number++}");
        }

        return id;
    }

    /// <summary>The document with one condition, without an aggregation.</summary>
    private string Rule(string condition, string id)
    {
        var lines = _lines[Begin..End];
        var at = _condition.At.Line - 1 - Begin;
        var end = EndOfBlock(lines, at);
        lines[at] = $"{lines[at][..Indent(lines[at])]}condition: {(PlainForm().IsMatch(condition) ? condition : Quoted(condition))}";
        var timeframe = _timeframe!.At.Line - 1 - Begin;
        lines[timeframe] = $"# {lines[timeframe].Trim()}";
        if (_map.Find("id") is { } known)
        {
            lines[known.At.Line - 1 - Begin] = $"id: {id}";
        }
        else
        {
            lines[0] = $"id: {id}\n{lines[0]}";
        }

        return string.Join('\n', lines.Where((_, number) => number <= at || number >= end)).TrimEnd();
    }

    private string Correlation(string id, string rule, Aggregation aggregation)
    {
        var yaml = new StringBuilder();
        yaml.Append($"title: {Quoted(Text("title") ?? "")}\nid: {id}\n");
        foreach (var key in (string[])["status", "level"])
        {
            yaml.Append(Text(key) is { } value ? $"{key}: {value}\n" : "");
        }

        yaml.Append($"correlation:\n  type: {aggregation.Type}\n  rules:\n    - {rule}\n");
        if (aggregation.GroupBy.Count > 0)
        {
            yaml.Append($"  group-by:\n{string.Concat(aggregation.GroupBy.Select(field => $"    - {Quoted(field)}\n"))}");
        }

        yaml.Append($"  timespan: {_timespan}\n  condition:\n    {aggregation.Comparison}: {aggregation.Number}");
        return aggregation.Field is { } name ? $"{yaml}\n    field: {Quoted(name)}" : yaml.ToString();
    }

    /// <returns>The number behind the last line of a value: its further lines are deeper, or items of a list.</returns>
    private static int EndOfBlock(string[] lines, int at)
    {
        var (indent, end) = (Indent(lines[at]), at + 1);
        for (var i = end; i < lines.Length; i++)
        {
            var text = lines[i].TrimStart(' ');
            if (text.Length == 0)
            {
                continue; // it belongs to the value if more of it follows
            }

            if (Indent(lines[i]) <= indent && !(Indent(lines[i]) == indent && text.StartsWith("- ", StringComparison.Ordinal)))
            {
                break;
            }

            end = i + 1;
        }

        return end;
    }

    private static int Indent(string line) => line.Length - line.TrimStart(' ').Length;

    private string? Text(string key) => (_map.Find(key)?.Value as YamlScalar)?.Text;

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    [GeneratedRegex(@"\A[\w(][\w ()*]*\z")]
    private static partial Regex PlainForm();
}

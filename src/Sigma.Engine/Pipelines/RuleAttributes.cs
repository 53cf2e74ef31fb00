using System.Globalization;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Pipelines;

/// <summary>The attributes of a rule, such as its level, as conditions of pipelines compare them.</summary>
internal static class RuleAttributes
{
    private static readonly string[] Operations = ["eq", "ne", "gt", "gte", "lt", "lte", "in", "not_in"];

    private static readonly string[][] Orders =
    [
        ["informational", "low", "medium", "high", "critical"],
        ["unsupported", "deprecated", "experimental", "test", "stable"],
    ];

    /// <returns>Null when it is refused.</returns>
    public static Func<PipelineRun, bool>? Condition(YamlMap map, ProblemList problems)
    {
        var fields = new DocumentFields(map, problems);
        var operation = fields.Text("op") ?? "eq";
        if (!Operations.Contains(operation))
        {
            problems.Error("pipeline", map.At, $"rule_attribute has no op {operation}. There are {string.Join(", ", Operations)}.");
            return null;
        }

        return fields.Text("attribute") is { } name && map.Find("value")?.Value is YamlScalar value
            ? run => Holds(run, name, value, operation)
            : null;
    }

    /// <returns>The value, or those of a list; none when the rule has no such attribute.</returns>
    public static IReadOnlyList<YamlScalar> Of(PipelineRun run, string name) =>
        Value(run, name) switch
        {
            YamlScalar scalar => [scalar],
            YamlList list => [.. list.Items.OfType<YamlScalar>()],
            _ => [],
        };

    /// <summary>Compares numbers, levels, statuses and dates by their order, and others as texts.</summary>
    public static bool Compare(YamlScalar one, YamlScalar other, string operation)
    {
        var order = Order(one.Text, other.Text);
        return operation switch
        {
            "eq" => order == 0,
            "ne" => order != 0,
            "gt" => order > 0,
            "gte" => order >= 0,
            "lt" => order < 0,
            "lte" => order <= 0,
            _ => false,
        };
    }

    private static YamlNode? Value(PipelineRun run, string name) =>
        run.Attributes.GetValueOrDefault(name) ?? run.Document.Text?.Find(name)?.Value;

    private static bool Holds(PipelineRun run, string name, YamlScalar value, string operation)
    {
        var isList = Value(run, name) is YamlList;
        var values = Of(run, name);
        return operation switch
        {
            "in" => isList && values.Any(one => one.Text == value.Text),
            "not_in" => isList && values.All(one => one.Text != value.Text),
            _ when isList => operation == "ne", // a list is no single value
            _ => values is [var one] && Compare(one, value, operation),
        };
    }

    private static int Order(string one, string other)
    {
        if (double.TryParse(one, CultureInfo.InvariantCulture, out var number)
            && double.TryParse(other, CultureInfo.InvariantCulture, out var otherNumber))
        {
            return number.CompareTo(otherNumber);
        }

        var order = Array.Find(Orders, order => order.Contains(one) && order.Contains(other.ToLowerInvariant()));
        return order is not null
            ? Array.IndexOf(order, one) - Array.IndexOf(order, other.ToLowerInvariant())
            : string.CompareOrdinal(one.Replace('/', '-'), other.Replace('/', '-'));
    }
}

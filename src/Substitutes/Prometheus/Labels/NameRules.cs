using System.Text.RegularExpressions;

namespace Prometheus;

/// <summary>
/// The names that a metric and a label may have: https://prometheus.io/docs/concepts/data_model, without the colon, which that page
/// keeps for recording rules.
/// </summary>
internal static partial class NameRules
{
    private const string Pattern = @"^[a-zA-Z_][a-zA-Z0-9_]*\z";
    private const string ReservedPrefix = "__";

    /// <exception cref="ArgumentException">Not a metric name.</exception>
    public static void RequireMetricName(string name)
    {
        if (name is null || !ValidName().IsMatch(name))
        {
            throw new ArgumentException($"Metric name '{name}' does not match regex '{Pattern}'.", nameof(name));
        }
    }

    /// <exception cref="ArgumentException">Not a label name, or one that Prometheus keeps for itself.</exception>
    public static void RequireLabelName(string name)
    {
        if (name is null || !ValidName().IsMatch(name))
        {
            throw new ArgumentException($"Label name '{name}' does not match regex '{Pattern}'.", nameof(name));
        }

        if (name.StartsWith(ReservedPrefix, StringComparison.Ordinal))
        {
            throw new ArgumentException($"Label name '{name}' begins with '{ReservedPrefix}', which is reserved.", nameof(name));
        }
    }

    /// <exception cref="InvalidOperationException">A series would carry the same label twice.</exception>
    public static void RequireDistinct(IEnumerable<string> labelNames)
    {
        var twice = labelNames.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1);
        if (twice is not null)
        {
            throw new InvalidOperationException($"Label name '{twice.Key}' occurs more than once among instance and static labels.");
        }
    }

    [GeneratedRegex(Pattern, RegexOptions.CultureInvariant)]
    private static partial Regex ValidName();
}

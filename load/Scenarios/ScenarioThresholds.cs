namespace Load.Scenarios;

/// <summary>
/// The bounds of a scenario: a list of lines as <c>--require</c> takes them, or, as k6 has them, a map from a figure to its bounds, each a
/// line or a map with <c>threshold</c>.
/// </summary>
internal static class ScenarioThresholds
{
    private const string Threshold = "threshold";
    private const string Abort = "abortOnFail";

    private static readonly string[] Keys = [Threshold, Abort, "delayAbortEval"];

    /// <param name="node">Null where the file has none.</param>
    /// <param name="problems">Gets what is no bound.</param>
    /// <returns>Each with its line.</returns>
    public static IReadOnlyList<(string Text, int Line)> Read(ScenarioNode? node, ScenarioProblems problems)
    {
        if (node?.Text is not null)
        {
            problems.Add(node.Line, "'thresholds' is a list of bounds, such as: - p99<50ms");
        }

        return
        [
            .. (node?.Items ?? []).Select(item => (TextOf(item), item)).Concat(
                from entry in node?.Entries ?? []
                from bound in entry.Value.Items ?? [entry.Value]
                select (TextOf(bound) is { } text ? $"{entry.Key}: {text}" : null, bound))
                .Where(one => one.Item1 is not null || Refuse(one.Item2))
                .Select(one => (one.Item1!, one.Item2.Line)),
        ];

        bool Refuse(ScenarioNode item)
        {
            problems.Add(item.Line, item[Abort] is null ? "a threshold is a line such as: - p99<50ms"
                : $"a bound does not end a run here, it is judged when all is measured; leave '{Abort}' out");
            return false;
        }
    }

    /// <summary><c>step=ask: p99&lt;50ms</c> without quotes is a map to YAML, and means the same.</summary>
    private static string? TextOf(ScenarioNode item) => item.Text ?? (item[Threshold] is { } threshold
        ? item[Abort]?.Text is null or "false" && item.Entries!.All(entry => Keys.Contains(entry.Key)) ? threshold.Text : null
        : item.Entries is [{ Value.Text: { } bound } only] ? $"{only.Key}: {bound}" : null);
}

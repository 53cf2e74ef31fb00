using Load.Results.Summary;
using Load.Statistics;

namespace Load.Answering;

/// <summary>The bounds that were promised of rows, and what these repeats say of them.</summary>
internal static class PromiseSentences
{
    public static IEnumerable<SummarySentence> Of(AnsweredRun run)
    {
        var sound = run.Rows.Select(row => row.Name).ToHashSet();
        var promises = run.Rows.SelectMany(row => Of(row, sound)).ToArray();
        return promises.GroupBy(promise => promise.Verdict).OrderBy(group => group.Key).Select(group => new SummarySentence(
            $"{Words(group.Key)}: {string.Join(", ", group.Select(promise => promise.Text))}.",
            [.. group.Select(promise => promise.Claim)]));
    }

    private static IEnumerable<(string Verdict, string Text, SummaryClaim Claim)> Of(SummaryRow row, HashSet<string> sound)
    {
        if (row is { Ceiling: { } ceiling, Bar: { Rate: { Low: { } low, High: { } high } rate } bar } && sound.Contains(ceiling))
        {
            yield return (
                low >= bar.Min ? "kept" : high < bar.Min ? "missed" : "open",
                $"{row.Name} has {Format.Interval(rate.Value, low, high)} of the rate of {ceiling} " +
                $"(at least {Format.Axis(bar.Min)} was promised)",
                new SummaryClaim("rate", row.Name, row.Name, ceiling, rate.Value, low, high, IsShown: low > 1 || high < 1));
        }

        if (row is { Baseline: { } baseline, TailBar: { Tail: { Low: { } least, High: { } most } tail } tailBar }
            && sound.Contains(baseline))
        {
            yield return (
                most <= tailBar.Max ? "kept" : least > tailBar.Max ? "missed" : "open",
                $"{row.Name} has {Format.Interval(tail.Value, least, most)} times the p99 of {baseline} " +
                $"(at most {Format.Axis(tailBar.Max)} was promised)",
                new SummaryClaim("p99", row.Name, row.Name, baseline, tail.Value, least, most, IsShown: least > 1 || most < 1));
        }
    }

    private static string Words(string verdict) => verdict switch
    {
        "kept" => "Promises kept",
        "missed" => "Promises missed",
        _ => "Promises that these repeats cannot decide",
    };
}

namespace Load.Comparing;

/// <summary>What has to be said beside the table.</summary>
internal static class ComparisonNotes
{
    public static IEnumerable<string> Of(Comparison comparison)
    {
        if (comparison.IsRefused)
        {
            yield return Refusal(comparison.Unlike);
            yield break;
        }

        if (comparison.Unlike.Count > 0)
        {
            yield return $"UNLIKE, compared all the same (--force): {string.Join("; ", comparison.Unlike)}.";
        }

        yield return comparison.Subject.Count > 0
            ? $"What differs, and is compared: {string.Join("; ", comparison.Subject)}."
            : "Nothing differs but the time: same build, same settings.";

        if (comparison.Generator is { } generator)
        {
            yield return comparison.SameGenerator
                ? $"The generator took {ComparisonTable.Percent(generator)} processor time for a request: so much the machine changed, and each figure's share of it is taken off its change."
                : $"The generator is another build and took {ComparisonTable.Percent(generator)} processor time for a request: the intervals are wider by a share of that. One lab for both (--service) compares better.";
        }

        yield return "Values are geometric means over the repeats. A verdict takes all figures together into account, so that among equal runs nineteen of twenty pairs are found equal; an interval looks at its line alone.";

        foreach (var (row, verdict, reason) in comparison.Failures)
        {
            yield return $"{row}: {ComparisonTable.Words(verdict)}: {reason}.";
        }

        foreach (var group in comparison.NotJudged.GroupBy(row => row.Reason, row => row.Row))
        {
            yield return $"Not judged, {group.Key}: {string.Join(", ", group)}.";
        }

        yield return Result(comparison);
    }

    /// <summary>For the ordinary report, which has a column for it and the rest further down.</summary>
    public static IEnumerable<string> OfBaseline(Comparison comparison) => comparison.IsRefused
        ? [$"--baseline {comparison.Before}: {Refusal(comparison.Unlike)}"]
        :
        [
            $"'vs baseline' is the change of {comparison.Rows.Select(change => change.Figure == Figure.CpuPerGigabyte ? Figure.Cpu.Name : change.Figure.Name).FirstOrDefault("nothing")} " +
                $"against {comparison.Before}, with a verdict where these repeats allow one. Of all figures: {Result(comparison)}",
        ];

    public static string Refusal(IEnumerable<Difference> unlike) =>
        $"The runs do not compare, they are unlike in {string.Join("; ", unlike)}. --force compares them all the same.";

    /// <summary>One line that sums it up.</summary>
    public static string Result(Comparison comparison) => !comparison.HasJudged
        ? "Nothing can be compared."
        : $"{Units.Count(comparison.Count(Verdict.Worse))} worse, {Units.Count(comparison.Count(Verdict.Better))} better, " +
          $"{Units.Count(comparison.Count(Verdict.NoDifferenceShown))} without a difference that could be shown.";
}

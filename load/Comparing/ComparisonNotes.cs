using Load.Statistics;

namespace Load.Comparing;

/// <summary>The sentences that stand beside the table.</summary>
internal static class ComparisonNotes
{
    public static IEnumerable<string> Of(Comparison comparison)
    {
        if (comparison.IsRefused)
        {
            yield return WhyNot(comparison);
            yield break;
        }

        if (comparison.Unlike.Count > 0)
        {
            yield return $"UNLIKE, compared nevertheless (--force): {string.Join("; ", comparison.Unlike)}.";
        }

        if (comparison.Refusals.Count > 0)
        {
            yield return $"Compared nevertheless (--force), though {string.Join("; ", comparison.Refusals)}.";
        }

        yield return comparison.Subject.Count > 0
            ? $"Differences that are compared:  {string.Join("; ", comparison.Subject)}."
            : "Nothing differs but the time: same build, same settings.";

        if (comparison.Generator is { } generator)
        {
            yield return comparison.SameGenerator
                ? $"The generator took {ComparisonTable.Percent(generator)} processor time for a request: the machine changed by that " +
                    "much, " +
                  "and each figure's share of it is taken off its change."
                : $"The generator is another build and took {ComparisonTable.Percent(generator)} processor time for a request: " +
                  "the intervals are wider by a share of that. One lab for both (--service) compares better.";
        }

        yield return "Values are geometric means over the repeats. A verdict takes all figures together into account, so that of " +
            "twenty pairs " +
            "of equal runs nineteen are found equal; an interval looks at its line alone.";

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

    /// <summary>The note in the ordinary report, which has a column for the comparison and the rest further down.</summary>
    public static IEnumerable<string> OfBaseline(Comparison comparison) => comparison.IsRefused
        ? [$"--baseline {comparison.Before}: {WhyNot(comparison)}"]
        : !comparison.HasJudged ? [$"Nothing can be compared with {comparison.Before}."]
        :
        [
            $"'vs baseline' is the change of {SurestFigure(comparison)} " +
                $"against {comparison.Before}, with a verdict where these repeats allow one. Of all figures: {Result(comparison)}",
        ];

    private static string SurestFigure(Comparison comparison) => comparison.Rows
        .Select(change => change.Figure == Figure.CpuPerGigabyte ? Figure.Cpu.NameFor(change.Unit) : change.Name).FirstOrDefault("nothing");

    public static string WhyNot(Comparison comparison) => comparison.Unlike.Count > 0
        ? WhyNot(comparison.Unlike)
        : $"The runs cannot be compared: {string.Join("; ", comparison.Refusals)}. --force compares them nevertheless.";

    public static string WhyNot(IEnumerable<Difference> unlike) =>
        $"The runs cannot be compared, because they differ in {string.Join("; ", unlike)}. --force compares them nevertheless.";

    /// <summary>One line that sums it up.</summary>
    public static string Result(Comparison comparison) => !comparison.HasJudged
        ? "Nothing can be compared."
        : $"{Format.Count(comparison.Count(ChangeVerdict.Worse))} worse, {Format.Count(comparison.Count(ChangeVerdict.Better))} better, " +
          $"{Format.Count(comparison.Count(ChangeVerdict.NoDifferenceShown))} without a difference that could be shown.";
}

using Load.Results.Summary;
using Load.Statistics;

namespace Load.Comparing;

/// <summary>Why two runs cannot say anything about each other, though their environments look alike.</summary>
internal static class ComparisonRefusals
{
    /// <summary>The machine may have become so much faster or slower.</summary>
    private const double MaxYardstick = 1.1;

    /// <summary>The generator, which does the same work in both runs, may cost so much more or less.</summary>
    private const double MaxGenerator = 1.2;

    /// <param name="before">The first run.</param>
    /// <param name="after">The second.</param>
    /// <param name="generator">The generator's CPU per request in the second over that in the first; null where it is not known.</param>
    public static IReadOnlyList<string> Of(SummaryDocument before, SummaryDocument after, double? generator) =>
    [
        .. OfRun(before, "first"),
        .. OfRun(after, "second"),
        .. Yardstick("SHA-256 of 64 MB", before.Environment.Yardsticks?.Sha256Ms, after.Environment.Yardsticks?.Sha256Ms),
        .. Yardstick("a loop that does nothing", before.Environment.Yardsticks?.LoopMs, after.Environment.Yardsticks?.LoopMs),
        .. generator is { } ratio && Apart(ratio) > MaxGenerator && before.Environment.Build == after.Environment.Build
            ? [
                $"the same generator took {Format.Digits(ratio)} times the CPU for a request in the second run " +
                $"(at most {MaxGenerator} is compared)",
            ]
            : (string[])[],
    ];

    private static IEnumerable<string> OfRun(SummaryDocument run, string which)
    {
        if (run.IsSmoke)
        {
            yield return $"the {which} run ({run.Id}) was made with --smoke, and its figures mean nothing";
        }

        if (run.Interrupted is { } reason)
        {
            yield return $"the {which} run ({run.Id}) is partial: {reason}";
        }
    }

    private static IEnumerable<string> Yardstick(string work, double? before, double? after)
    {
        if (after / before is { } ratio && Apart(ratio) > MaxYardstick)
        {
            yield return
                $"the machine took {Format.Digits(before)} ms for {work} in the first run and {Format.Digits(after)} in the second";
        }
    }

    private static double Apart(double ratio) => Math.Max(ratio, 1 / ratio);
}

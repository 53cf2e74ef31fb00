using Load.Comparing;
using Load.Measuring;
using Load.Statistics;

namespace Load.Reports;

/// <summary>The sentences that stand beside the table.</summary>
internal static class Notes
{
    private static readonly Func<RunReport, IEnumerable<string>>[] Makers =
    [
        Reading, Baseline, Findings, Idle, Published, Skipped, Faults, Interrupted,
    ];

    public static IEnumerable<string> Of(RunReport report) => Makers.SelectMany(make => make(report));

    /// <summary>How the columns are to be read.</summary>
    private static IEnumerable<string> Reading(RunReport report)
    {
        var rows = report.Result.Rows;
        if (report.Result.Clock.Length > 0)
        {
            yield return report.Result.Clock;
        }

        if (rows.Select(row => row.Iterations.Count).DefaultIfEmpty().Max() is > 1 and var repeats)
        {
            yield return $"± is the 95 % interval of the rate over {repeats} repeats.";
        }

        if (rows.Any(row => row.Rate?.RelativeHalfWidth > Format.MaxHalfWidth))
        {
            yield return
                "~ stands before a rate whose interval is wider than 25 % of it on either side: more repeats (--repeat) narrow it.";
        }

        if (rows.Any(row => row.LabCpuSecondsPerUnit is not null))
        {
            yield return "'lab µs' is the generator's own CPU for each, on the same processors: a transport whose client takes more of " +
                "it leaves the service less.";
        }

        if (rows.Any(row => row.Case.Load is LoadShape.Closed))
        {
            yield return "Load closed xN: N callers, each sends its next request when its last one was answered. A service that " +
                "stalls is " +
                "asked less often, so the tail is understated.";
        }

        if (rows.Any(row => row.Arrivals is not null))
        {
            yield return "Load open N/s: N requests are due each second whatever became of those before. 'p99 due' counts from when " +
                "a request " +
                "was due, 'p99' from when it was sent. " +
                $"'good/s' are right answers within {Arrivals.InTime.TotalMilliseconds} ms of being due.";
        }

        if (rows.Any(row => row.Refused > 0))
        {
            yield return "'refused' were turned away by a service that said it had too much to do: neither answered nor failed. " +
                "Their times stand beside them, and are no part of the others.";
        }

        if (rows.Any(row => !row.IsTimed))
        {
            yield return "Rows without times were counted over a span: their rate is what was done in it, whoever set it going.";
        }

        if (rows.Any(row => row.Ceiling is not null))
        {
            yield return "'of ceiling' is the share of the rate of the row that does one step less, 'CPU ×' how many times its CPU " +
                "for each, " +
                "both from paired repeats.";
        }

        if (rows.Any(row => row.Baseline is not null))
        {
            yield return "'p99 ×' is how many times the p99 of the row that it is set against a row has, from paired repeats.";
        }
    }

    private static IEnumerable<string> Baseline(RunReport report) =>
        report.Baseline is { } baseline ? ComparisonNotes.OfBaseline(baseline) : [];

    private static IEnumerable<string> Findings(RunReport report) =>
    [
        .. report.Result.Knees.Select(knee => $"Knee: {knee}"),
        .. Bar.Of(report.Result.Rows).Select(bar => $"{bar}"),
        .. report.Result.Rows.Where(row => row.Scrapes is not null).Select(row => $"{row.Case.Name}: {row.Scrapes}."),
    ];

    /// <summary>A sentence where all rows were measured at one process.</summary>
    private static IEnumerable<string> Idle(RunReport report)
    {
        var rows = report.Result.Rows;
        return rows.DistinctBy(row => row.Case.Setup.Name).Count() == 1 && rows[0].Processes is [var process, ..] &&
            rows[0].Idle?.Over(process, report.Result.Timeline) is { } idle ? [idle] : [];
    }

    /// <summary>Where figures were published, a section sets them beside these.</summary>
    private static IEnumerable<string> Published(RunReport report) =>
        report.Result is { IsSmoke: false, Rows.Count: > 0 } && !report.Result.Findings.Any(section => section.IsPublished)
            ? ["Nothing was published that compares with these rows."] : [];

    private static IEnumerable<string> Skipped(RunReport report) =>
        from skipped in report.Result.Skipped
        group skipped.SubjectBut(report.Result.Compared.Name) by skipped.Obstacle into reason
        select $"Skipped {Format.Count(reason.Count(), "row")} ({string.Join(", ", reason.Distinct())}): {reason.Key}.";

    /// <summary>What is wrong with a step of a mix is told of the whole.</summary>
    private static IEnumerable<string> Faults(RunReport report) => report.Result.Rows.Where(row => row.Whole is null).SelectMany(
        row => (string[])
    [
        .. row.Refusals.Select(told => $"{row.Case.Name}: {Format.Count(told.Value)} refused with {told.Key}"),
        .. row.Faults.Select(fault => $"{row.Case.Name}: {Format.Count(fault.Value)} × {fault.Key}"),
        .. row.InvalidReasons.Select(reason => $"{row.Case.Name} is void: {reason.TrimEnd('.')}."),
    ]);

    private static IEnumerable<string> Interrupted(RunReport report) => report.Result.Interrupted is { } interrupted
        ? [$"PARTIAL: {interrupted}. The table holds what had been measured by then."]
        : [];
}

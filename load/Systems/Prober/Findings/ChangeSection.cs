using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>The cost of a changed list and of a scrape of all targets, for a process that keeps probing.</summary>
internal static class ChangeSection
{
    /// <summary>Seconds of CPU for a reload of 20,000 targets.</summary>
    private const double MaxReload = 2;

    /// <summary>Milliseconds of CPU for a scrape of 20,000 targets.</summary>
    private const double MaxScrape = 150;

    /// <summary>Milliseconds that scrapes may add to the p99 of the lateness: half a tick of the wheel.</summary>
    private const double MaxAdded = 5;

    /// <returns>Empty when neither was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        string[] sentences = [.. result.Rows.SelectMany(row => Reload(row).Concat(Scrape(row))).Select(bar => $"{bar}")];
        return sentences.Length == 0 ? [] : [new ReportSection(
            "What reloads and scrapes cost",
            "A reload is one target more in the file: CPU from then until five seconds after it is applied, less that of the probes, " +
            "which is taken from the round after it; 'moved' are targets that start at another place of their interval, 'silent' those " +
            "that were not probed again within one. A scrape's CPU is that of the quarters with a scrape a second less that of " +
            "the quarters without. What a scrape allocates is counted by a test (ManyTargetsScrapeTests).",
            new TextTable(
                [new("row", true), new("reload CPU s"), new("scrape CPU ms"), new("scrape ms"), new("scrape MB")],
                [.. result.Rows.Where(IsEither).Select(row => new TextTable.Line(
                    [
                        row.Case.Name, Text(row, ProbeFigures.ReloadCpu), Text(row, ProbeFigures.ScrapeCpu),
                        Text(row, ProbeFigures.ScrapeTime), Text(row, ProbeFigures.ScrapeSize),
                    ]))]))
        {
            Sentences = sentences,
        }];
    }

    private static IEnumerable<FigureBar> Reload(CaseResult row)
    {
        if (row.Figure(ProbeFigures.ReloadCpu) is { } cpu)
        {
            yield return new($"{row.Case.Name}: the reload takes {Format.Digits(cpu.Mean)} s of CPU", cpu, MaxReload, "s") { Rows = [row] };
            foreach (var name in new[] { ProbeFigures.Moved, ProbeFigures.Missed, ProbeFigures.Silent })
            {
                var count = row.Figure(name)!;
                yield return new($"{row.Case.Name}: {Format.Digits(count.Mean)} {name}", count, 0, "") { Rows = [row] };
            }
        }
    }

    private static IEnumerable<FigureBar> Scrape(CaseResult row)
    {
        if (row.Figure(ProbeFigures.ScrapeCpu) is { } cpu)
        {
            yield return new($"{row.Case.Name}: a scrape takes {Format.Digits(cpu.Mean)} ms of CPU", cpu, MaxScrape, "ms") { Rows = [row] };
            var (quiet, scraped) = (row.Figure(ProbeFigures.LateQuiet)!, row.Figure(ProbeFigures.LateScraped)!);
            var added = Estimate.Of([.. row.Iterations.Select(iteration => iteration.Work.Figures)
                .Where(figures => figures.ContainsKey(ProbeFigures.LateScraped))
                .Select(figures => figures[ProbeFigures.LateScraped] - figures[ProbeFigures.LateQuiet])])!;
            yield return new(
                $"{row.Case.Name}: the p99 of the lateness is {Format.Digits(quiet.Mean)} ms without scrapes and " +
                $"{Format.Digits(scraped.Mean)} ms with them, {Format.Digits(added.Mean)} more",
                added,
                MaxAdded,
                "ms")
            {
                Rows = [row],
            };
        }
    }

    private static bool IsEither(CaseResult row) =>
        row.Figure(ProbeFigures.ReloadCpu) is not null || row.Figure(ProbeFigures.ScrapeCpu) is not null;

    private static string Text(CaseResult row, string figure) => Format.Digits(row.Figure(figure)?.Mean);
}

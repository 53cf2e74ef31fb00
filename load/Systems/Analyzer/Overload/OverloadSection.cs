using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Overload;

/// <summary>Goodput beyond the knee, beside the bound that the cost of a refusal sets it.</summary>
internal static class OverloadSection
{
    /// <summary>Share of the bound.</summary>
    private const double Promised = 0.9;

    private static readonly TimeSpan MaxRefusal = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MaxRecovery = TimeSpan.FromSeconds(2);

    /// <inheritdoc cref="OverloadFinding.Of(RunResult, Func{CaseResult, double?})"/>
    /// <returns>Empty when nothing was driven beyond its knee.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result, Func<CaseResult, double?> costOf)
    {
        var findings = OverloadFinding.Of(result, costOf).Where(finding => finding.Rows.Count > 0).ToArray();
        return findings.Length == 0 ? [] : [new ReportSection(
            "Beyond the knee",
            $"Goodput: right answers within {Arrivals.InTime.TotalMilliseconds} ms of being due, per second, and as a share of the best " +
            "of any row. Bound: the share that is left when each of the others costs what a refusal was measured to cost, " +
            "(1 − f·r/w) / (1 − r/w).",
            Table(findings))
        {
            Sentences = [.. findings.SelectMany(Sentences)],
        }];
    }

    private static TextTable Table(OverloadFinding[] findings) => new(
        [
            new("submission", true), new("load", true), new("limit", true), new("goodput/s"), new("of peak"), new("bound"),
            new("refused/s"), new("with", true), new("refused p50"), new("refused p99"), new("failed/s"), new("most with", true),
        ],
        [
            .. from finding in findings
               from row in finding.Rows
               select new TextTable.Line(
                   [
                       row.Case.KindBut(UploadLimit.Dimension), $"{row.Case.Load}", row.Case[UploadLimit.Dimension]!,
                       Format.Digits(row.Arrivals!.Goodput?.Mean), Format.Percent(row.Arrivals.Goodput?.Mean / finding.Peak),
                       OverloadFinding.Factor(row) is { } factor ? Format.Percent(finding.Bound(factor)) : "-",
                       Format.Digits(PerSecond(row, row.Refused)), string.Join(", ", row.Refusals.Select(told => told.Key)),
                       Format.Milliseconds(row.RefusalLatencies.At(0.5)?.Value),
                       Format.Milliseconds(row.RefusalLatencies.At(0.99)?.Value), Format.Digits(PerSecond(row, Failed(row))),
                       row.Faults.Select(fault => fault.Key).FirstOrDefault(""),
                   ],
                   Starts: row == finding.Rows[0]),
        ]);

    private static IEnumerable<string> Sentences(OverloadFinding finding)
    {
        var knee = finding.Knee is not { PerSecond: { } rate } known ? "not known"
            : known.IsOfTheLab ? $"at least {Format.Count(rate)}/s, where the lab itself reached its limit" : $"{Format.Count(rate)}/s";
        yield return $"{finding.Subject}: the knee is {knee}; an accepted " +
            $"upload takes w = {Format.Digits(finding.Accepted * 1e6)} µs of CPU (at the knee), a refused one " +
            $"r = {Format.Digits(finding.Refused * 1e6)} µs.";
        foreach (var row in finding.Rows.Where(row => row.Case[UploadLimit.Dimension] == UploadLimit.AdaptiveName))
        {
            if (row.Case.Load is LoadShape.Surge surge)
            {
                yield return Recovered(surge, row);
            }
            else if (row.Case[AnalyzerDimensions.File] == Operation.AskedOfSlow.Name)
            {
                yield return Spared(row);
            }
            else if (OverloadFinding.Factor(row) is { } factor && finding.Bound(factor) is { } bound)
            {
                yield return Held(finding, row, bound);
            }
        }
    }

    private static string Held(OverloadFinding finding, CaseResult row, double bound)
    {
        var share = row.Arrivals!.Goodput?.Mean / finding.Peak;
        var p99 = row.RefusalLatencies.At(0.99)?.Value;
        return $"{row.Case.Name}: goodput is {Format.Percent(share)} of the peak; the bound is {Format.Percent(bound)}, and " +
            $"{Promised} of it was promised: {Kept(share >= Promised * bound)}. Refusal p99 {Format.Milliseconds(p99)} ms, at most " +
            $"{MaxRefusal.TotalMilliseconds} was promised: {Kept(p99 is null || p99 <= MaxRefusal)}. Other failures: " +
            $"{Format.Count(Failed(row))}, none was promised: {Kept(!row.HasFailures)}.";
    }

    private static string Spared(CaseResult row) =>
        $"{row.Case.Name}, three senders in ten taking {Operation.SlowSender.TotalSeconds} s: {Format.Count(row.Refused)} refused, " +
        $"{Format.Count(Failed(row))} failed; none was promised: {Kept(row.Refused + Failed(row) == 0)}.";

    private static string Recovered(LoadShape.Surge surge, CaseResult row)
    {
        var times = row.Iterations.Select(iteration => Recovery.Of(surge, iteration)).ToArray();
        var told = times.Select(time => time is { } known ? $"{known.TotalSeconds:0.0} s" : "more than was watched");
        return $"{row.Case.Name}: all is well again {string.Join(", ", told)} after the surge; at most {MaxRecovery.TotalSeconds} s was " +
            $"promised: {Kept(times.All(time => time <= MaxRecovery))}.";
    }

    private static long Failed(CaseResult row) => row.Failed + row.TimedOut;

    private static double PerSecond(CaseResult row, long count) => count / row.Iterations.Sum(iteration => iteration.Window.TotalSeconds);

    private static string Kept(bool kept) => kept ? "kept" : "missed";
}

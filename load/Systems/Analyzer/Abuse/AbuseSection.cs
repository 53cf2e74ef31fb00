using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Abuse;

/// <summary>The effect of each flood on honest clients and on the service's memory, and the cost of keys.</summary>
internal static class AbuseSection
{
    public const string Key = "key";
    public const string Many = "keys";

    private const double MaxMemory = 1.2;
    private static readonly TimeSpan MaxTail = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxKeyCpu = TimeSpan.FromMicroseconds(1);

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var floods = result.Rows.Where(row => row.Case[Flood.Dimension] is not null).ToArray();
        if (floods.Length > 0)
        {
            yield return new(
                "Floods",
                "Honest look-ups, so many a second, beside each flood. Memory: the working set of the service at rest, at its peak, and " +
                "at rest again.",
                Table(floods))
            {
                Sentences = [.. floods.Where(row => row.Case[Flood.Dimension] != "none").Select(Sentence)],
            };
        }

        var keys = result.Rows.Where(row => row.Case[Key] is not null).ToArray();
        if (keys.Length > 0)
        {
            yield return new("Keys", "Look-ups with keys against look-ups of a service that asks for none.", OfKeys(keys))
            {
                Sentences = [.. keys.Where(row => row.Case[Key] == "right").SelectMany(row => Costs(row, keys))],
            };
        }

        var starts = result.Rows.Where(row => row.Case[Many] is not null).ToArray();
        if (starts.Length > 0)
        {
            yield return new("Starts", "From starting the process to its answer that it is ready, asked every 50 ms.", OfStarts(starts))
            {
                Sentences = [.. starts.SelectMany(Start)],
            };
        }
    }

    private static TextTable OfKeys(CaseResult[] rows) => new(
        [new("transport", true), new("key", true), new("rate/s"), new("CPU µs")],
        [
            .. rows.Select(row => new TextTable.Line(
                [
                    row.Case[AnalyzerDimensions.Transport]!, row.Case[Key]!, Format.Digits(row.Rate?.Mean),
                    Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6),
                ])),
        ]);

    private static TextTable OfStarts(CaseResult[] rows) => new(
        [new("keys"), new("start ms")],
        [.. rows.Select(row => new TextTable.Line([row.Case[Many]!, Format.Digits(row.Figure(StartCounter.Figure)?.Mean)]))]);

    private static TextTable Table(CaseResult[] rows) => new(
        [new("transport", true), new("flood", true), new("p50"), new("p99"), new("failed"), new("MB at rest"), new("peak"), new("after")],
        [
            .. rows.Select(row => new TextTable.Line(
                [
                    row.Case[AnalyzerDimensions.Transport]!, row.Case[Flood.Dimension]!,
                    Format.Milliseconds(row.Latencies.At(0.5)?.Value), Format.Milliseconds(row.Latencies.At(0.99)?.Value),
                    Format.Count(row.Failed + row.TimedOut), Megabytes(row.Idle?.Before?.WorkingSet), Megabytes(row.ServicePeakWorkingSet),
                    Megabytes(row.Idle?.After?.WorkingSet),
                ])),
        ]);

    private static string Sentence(CaseResult row)
    {
        var p99 = row.Latencies.At(0.99);
        var memory = (double?)row.Idle?.After?.WorkingSet / row.Idle?.Before?.WorkingSet;
        var verdict = row.IsValid
            ? FigureBar.VerdictOf(
                p99?.Low?.TotalMilliseconds ?? 0, p99?.High?.TotalMilliseconds ?? double.PositiveInfinity, MaxTail.TotalMilliseconds)
            : Bar.NotJudged;
        return $"{row.Case.Name}: p99 {Format.Milliseconds(p99?.Value)} ms " +
            $"({Format.Milliseconds(p99?.Low)}…{Format.Milliseconds(p99?.High)}), at most {MaxTail.TotalMilliseconds} was promised: " +
            $"{verdict}. Memory came back to {Format.Digits(memory)} × that at rest, at most {MaxMemory} was promised: " +
            $"{(!row.IsValid ? Bar.NotJudged : memory <= MaxMemory ? "kept, as far as one process can tell" : "missed")}.";
    }

    /// <returns>Nothing when a row is missing.</returns>
    private static IEnumerable<string> Costs(CaseResult right, CaseResult[] rows)
    {
        var transport = right.Case[AnalyzerDimensions.Transport]!;
        CaseResult? With(string key) => rows.FirstOrDefault(
            row => row.Case[Key] == key && row.Case[AnalyzerDimensions.Transport] == transport);

        var (off, refused) = (With("off"), With("wrong"));
        if (Difference(right, off) is { } key)
        {
            var claim = $"{transport}: a key costs {Spread(key)} µs of the service's CPU" + (Difference(With("sent"), off) is { } sent
                ? $", and {Spread(sent)} where it is sent and nobody asks for it" : "");
            yield return Judged(claim, key, MaxKeyCpu.TotalMicroseconds, "µs", right, off!);
        }

        if (Difference(refused, right) is { } wrong)
        {
            var claim = $"{transport}: a wrong key with its refusal takes {Spread(wrong)} µs more than a right one with its report";
            yield return Judged(claim, wrong, 0, "", refused!, right);
        }
    }

    private static string Judged(string claim, Estimate figure, double bound, string unit, CaseResult one, CaseResult other) =>
        $"{new FigureBar(claim, figure, bound, unit) { Rows = [one, other], NeedsRepeats = true }}";

    /// <summary>Microseconds of CPU a request, repeat by repeat.</summary>
    private static Estimate? Difference(CaseResult? one, CaseResult? other) => one is null || other is null ? null : Estimate.Of(
    [
        .. from mine in one.Iterations
           join its in other.Iterations on mine.Repeat equals its.Repeat
           select (mine.ServiceCpuSecondsPerUnit - its.ServiceCpuSecondsPerUnit) * 1e6 into micros
           where micros is not null
           select micros.Value,
    ]);

    private static string Spread(Estimate figure) =>
        figure.HalfWidth is null ? Format.Digits(figure.Mean) : Format.Interval(figure.Mean, figure.Low, figure.High);

    private static IEnumerable<string> Start(CaseResult row)
    {
        if (row.Figure(StartCounter.Figure) is { } time)
        {
            var claim = $"With {row.Case[Many]} keys a start takes {Format.Digits(time.Mean)} ms";
            yield return $"{new FigureBar(claim, time, MaxStart.TotalMilliseconds, "ms") { Rows = [row] }}";
        }
    }

    private static string Megabytes(long? bytes) => Format.Digits(bytes / 1e6);
}

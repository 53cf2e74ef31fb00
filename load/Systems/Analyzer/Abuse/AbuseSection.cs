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
                Sentences = [.. keys.Where(row => row.Case[Key] == "right").Select(row => Cost(row, keys)).OfType<string>()],
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
        var p99 = row.Latencies.At(0.99)?.Value;
        var memory = (double?)row.Idle?.After?.WorkingSet / row.Idle?.Before?.WorkingSet;
        return $"{row.Case.Name}: p99 {Format.Milliseconds(p99)} ms, less than {MaxTail.TotalMilliseconds} was promised: " +
            $"{Kept(p99 < MaxTail)}. Memory comes back to {Format.Digits(memory)} × that at rest, at most {MaxMemory} was promised: " +
            $"{Kept(memory <= MaxMemory)}.";
    }

    /// <returns>Null when a row is missing.</returns>
    private static string? Cost(CaseResult right, CaseResult[] rows)
    {
        CaseResult? With(string key) => rows.FirstOrDefault(row => row.Case[Key] == key
            && row.Case[AnalyzerDimensions.Transport] == right.Case[AnalyzerDimensions.Transport]);

        return (With("off"), With("wrong")) is ({ ServiceCpuSecondsPerUnit: { } off }, { ServiceCpuSecondsPerUnit: { } wrong })
            && right.ServiceCpuSecondsPerUnit is { } on
            ? $"{right.Case[AnalyzerDimensions.Transport]}: a key costs {Format.Digits((on.Mean - off.Mean) * 1e6)} µs of the service's " +
              $"CPU{Sent(With("sent"), off)}, at most {MaxKeyCpu.TotalMicroseconds} was promised: " +
              $"{Kept(on.Mean - off.Mean <= MaxKeyCpu.TotalSeconds)}. A wrong " +
              $"one takes {Format.Digits(wrong.Mean * 1e6)} µs with its refusal, a right one {Format.Digits(on.Mean * 1e6)} with its " +
              $"report; no more was promised: {Kept(wrong.Mean <= on.Mean)}."
            : null;
    }

    private static string Sent(CaseResult? sent, Estimate off) => sent?.ServiceCpuSecondsPerUnit is { } cpu
        ? $", and {Format.Digits((cpu.Mean - off.Mean) * 1e6)} where it is sent and nobody asks for it"
        : "";

    private static IEnumerable<string> Start(CaseResult row)
    {
        if (row.Figure(StartCounter.Figure) is { } time)
        {
            var claim = $"With {row.Case[Many]} keys a start takes {Format.Digits(time.Mean)} ms";
            yield return $"{new FigureBar(claim, time, MaxStart.TotalMilliseconds, "ms")}";
        }
    }

    private static string Megabytes(long? bytes) => Format.Digits(bytes / 1e6);

    private static string Kept(bool kept) => kept ? "kept" : "missed";
}

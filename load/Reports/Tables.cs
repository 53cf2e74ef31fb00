using Load.Measured;
using Load.Statistics;
using Load.Suites;

namespace Load.Reports;

/// <summary>The tables of a report.</summary>
internal static class Tables
{
    private static readonly HashSet<string> StandardDimensions = ["transport", "file", "size", "instances", "rate"];

    /// <summary>What was done, how fast, how surely, at what cost: the table a person reads first.</summary>
    public static RowTable Summary(IReadOnlyList<Row> rows) => new(
        [
            .. What(rows),
            new("req/s", row => Units.Digits(row.Rate?.Mean)),
            new("±", row => Units.Percent(row.Rate?.RelativeHalfWidth)),
            new("MB/s", row => Units.Digits(row.BytesPerSecond / 1e6)),
            new("mean", row => Units.Milliseconds(row.Latencies.Mean)),
            Percentile("p50", 0.5),
            Percentile("p95", 0.95),
            Percentile("p99", 0.99),
            new("max", row => Units.Milliseconds(row.Latencies.Max)),
            new("p99 due", row => Units.Milliseconds(row.Arrivals?.FromSchedule.At(0.99)?.Value)) { IsThere = IsOpen },
            new("dropped", row => Units.Count(row.Arrivals?.Dropped ?? 0)) { IsThere = IsOpen },
            new("failed", row => Units.Count(row.Failed)),
            new("timed out", row => Units.Count(row.TimedOut)),
            new("CPU µs/req", row => Units.Digits(row.ServiceCpuSecondsPerRequest?.Mean * 1e6)),
            new("CPU ms/GB", row => Units.Digits(row.ServiceCpuSecondsPerGigabyte?.Mean * 1e3)) { IsThere = row => row.BytesPerRequest > 0 },
            new("of ceiling", row => Units.Percent(row.RateOfCeiling?.Value)) { IsThere = row => row.Ceiling is not null },
            new("CPU ×", row => RatioText(row.CpuOfCeiling)) { IsThere = row => row.Ceiling is not null },
            new("void", row => row.VoidReasons.Count > 0 ? "void" : "") { IsText = true, IsThere = row => row.VoidReasons.Count > 0 },
        ],
        rows);

    /// <summary>Percentiles with the 95 % intervals that the samples give them.</summary>
    public static RowTable Percentiles(IReadOnlyList<Row> rows) => new(
        [
            .. What(rows),
            new("samples", row => Units.Count(row.Latencies.Count)),
            Interval("p50", 0.5),
            Interval("p90", 0.9),
            Interval("p95", 0.95),
            Interval("p99", 0.99),
            Interval("p99.9", 0.999),
            new("above p99.9", row => Units.Count(row.Latencies.SamplesAbove(0.999))),
        ],
        rows);

    /// <summary>What it cost on either side.</summary>
    public static RowTable Costs(IReadOnlyList<Row> rows) => new(
        [
            .. What(rows),
            new("service CPUs", row => Units.Digits(row.ServiceProcessors)),
            new("peak MB", row => Units.Digits(row.ServicePeakWorkingSet / 1e6)),
            new("threads mean", row => Units.Digits(row.ServiceMeanThreads)),
            new("max", row => Units.Digits(row.ServicePeakThreads)),
            new("handles", row => Units.Digits(row.ServicePeakHandles)),
            new("KB alloc/req", row => Units.Digits(row.ServiceAllocatedPerRequest / 1e3)),
            new("GC 0/1/2", row => row.ServiceCollections is { } gc ? $"{gc.Gen0}/{gc.Gen1}/{gc.Gen2}" : "-"),
            new("wire KB/req", row => Units.Digits(row.WireBytesPerRequest / 1e3)),
            new("at once", row => $"{row.MostAtOnce}"),
            new("lab CPUs", row => Units.Digits(row.LabProcessors)),
            new("callers busy", row => Units.Percent(row.CallersBusy)) { IsThere = row => row.CallersBusy is not null },
            new("lag p99", row => Units.Milliseconds(row.Arrivals?.Lag.At(0.99)?.Value)) { IsThere = IsOpen },
            new("lab GC", row => Units.Percent(row.LabPaused)),
            new("lab queue", row => Units.Count(row.LabQueue ?? 0)),
        ],
        rows);

    private static IEnumerable<Column> What(IReadOnlyList<Row> rows) =>
    [
        new("file", row => row.Cell.Operation.Name) { IsText = true },
        new("size", row => row.Cell.Dimensions["size"]),
        new("load", row => row.Cell.Load is LoadShape.Closed closed ? $"x{closed.Callers}" : $"{row.Cell.Load.Dimension.Value}/s"),
        .. rows.SelectMany(row => row.Cell.Dimensions.Keys).Distinct().Where(name => !StandardDimensions.Contains(name)).Order(StringComparer.Ordinal)
            .Select(name => new Column(name, row => row.Cell.Dimensions.GetValueOrDefault(name, "")) { IsText = true }),
        new("over", row => row.Cell.Transport) { IsText = true },
    ];

    private static Column Percentile(string name, double quantile) => new(name, row => Units.Milliseconds(row.Latencies.At(quantile)?.Value));

    private static Column Interval(string name, double quantile) => new(name, row => row.Latencies.At(quantile) is { } p
        ? $"{Units.Milliseconds(p.Value)} ({Units.Milliseconds(p.Low)}…{Units.Milliseconds(p.High)})"
        : "-");

    private static string RatioText(Ratio? ratio) => ratio is null ? "-"
        : ratio is { Low: { } low, High: { } high } ? $"{Units.Digits(ratio.Value)} ({Units.Digits(low)}…{Units.Digits(high)})"
        : Units.Digits(ratio.Value);

    private static bool IsOpen(Row row) => row.Arrivals is not null;
}

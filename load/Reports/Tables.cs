using Load.Comparing;
using Load.Measured;
using Load.Monitoring;

namespace Load.Reports;

/// <summary>The tables of a report.</summary>
internal static class Tables
{
    private static readonly HashSet<string> StandardDimensions = ["transport", "file", "size", "instances", "rate"];

    /// <summary>What was done, how fast, how surely, at what cost: the table a person reads first.</summary>
    /// <param name="rows">Of a run.</param>
    /// <param name="baseline">An earlier run that it was compared with; null when none was.</param>
    public static RowTable Summary(IReadOnlyList<Row> rows, Comparing.Comparison? baseline = null) => new(
        [
            .. What(rows),
            new("offered", row => Units.Count(row.Arrivals!.Offered)) { IsThere = IsOpen },
            new("achieved", row => Units.Count(row.Latencies.Count)) { IsThere = IsOpen },
            new("dropped", row => Units.Count(row.Arrivals!.Dropped)) { IsThere = IsOpen },
            new("req/s", row => Units.Digits(row.Rate?.Mean)),
            new("±", row => Units.Percent(row.Rate?.RelativeHalfWidth)),
            new("MB/s", row => Units.Digits(row.BytesPerSecond / 1e6)),
            new("mean", row => Units.Milliseconds(row.Latencies.Mean)),
            Percentile("p50", 0.5),
            Percentile("p95", 0.95),
            Percentile("p99", 0.99),
            new("max", row => Units.Milliseconds(row.Latencies.Max)),
            new("p99 due", row => Units.Milliseconds(row.Arrivals?.FromSchedule.At(0.99)?.Value)) { IsThere = IsOpen },
            new("failed", row => Units.Count(row.Failed)),
            new("timed out", row => Units.Count(row.TimedOut)),
            new("CPU µs/req", row => Units.Digits(row.ServiceCpuSecondsPerRequest?.Mean * 1e6)) { IsThere = row => row.ServiceCpuSecondsPerRequest is not null },
            new("CPU ms/GB", row => Units.Digits(row.ServiceCpuSecondsPerGigabyte?.Mean * 1e3)) { IsThere = row => row.ServiceCpuSecondsPerGigabyte is not null },
            new("of ceiling", row => Units.Percent(row.RateOfCeiling?.Value)) { IsThere = row => row.Ceiling is not null },
            new("CPU ×", row => row.CpuOfCeiling?.ToString() ?? "-") { IsThere = row => row.Ceiling is { IsLabOnly: false } },
            new("p99 ×", row => row.TailOfBaseline?.ToString() ?? "-") { IsThere = row => row.Baseline is not null },
            new("vs baseline", row => ComparisonTable.Short(baseline!, row.Cell.Name)) { IsText = true, IsThere = _ => baseline is { IsRefused: false } },
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
            new("MB idle→peak→idle", row => IdlePeakIdle(row, usage => usage.WorkingSet / 1e6, row.ServicePeakWorkingSet / 1e6)),
            new("threads mean", row => Units.Digits(row.ServiceMeanThreads)),
            new("idle→max→idle", row => IdlePeakIdle(row, usage => usage.Threads, row.ServicePeakThreads)),
            new("pool min", row => $"{row.ServiceMinThreads}") { IsThere = row => row.ServiceMinThreads is not null },
            new("handles", row => IdlePeakIdle(row, usage => usage.Handles, row.ServicePeakHandles)),
            new("KB alloc/req", row => Units.Digits(row.ServiceAllocatedPerRequest / 1e3)),
            new("GC 0/1/2", row => row.ServiceCollections is { } gc ? $"{gc.Gen0}/{gc.Gen1}/{gc.Gen2}" : "-"),
            new("wire KB/req", row => Units.Digits(row.WireBytesPerRequest / 1e3)),
            new("at once", row => $"{row.MostAtOnce}"),
            new("lab CPUs", row => Units.Digits(row.LabProcessors)),
            new("other CPUs", row => Units.Digits(row.OtherProcessors)) { IsThere = row => row.OtherProcessors is not null },
            new("callers busy", row => Units.Percent(row.CallersBusy)) { IsThere = row => row.CallersBusy is not null },
            new("lag p99", row => Units.Milliseconds(row.Arrivals?.Lag.At(0.99)?.Value)) { IsThere = IsOpen },
            new("lab GC", row => Units.Percent(row.LabPaused)),
            new("lab queue", row => Units.Count(row.LabQueue ?? 0)),
        ],
        rows);

    /// <summary>The seven figures of the first system's tables, times in ms.</summary>
    public static RowTable SevenFigures(IReadOnlyList<Row> rows) => new(
        [
            .. What(rows),
            new("timed out", row => Units.Count(row.TimedOut)),
            new("failed", row => Units.Count(row.Failed)),
            new("average", row => Units.Milliseconds(row.Latencies.Mean)),
            new("best", row => Units.Milliseconds(row.Latencies.Min)),
            new("worst", row => Units.Milliseconds(row.Latencies.Max)),
            new("average threads", row => Units.Digits(row.ServiceMeanThreads)),
            new("most threads", row => Units.Digits(row.ServicePeakThreads)),
            new("most instances at once", row => $"{row.MostAtOnce}"),
        ],
        rows);

    /// <summary>What was done.</summary>
    /// <param name="rows">All of the table.</param>
    /// <param name="but">The dimension to leave out; null for none.</param>
    public static IEnumerable<Column> What(IReadOnlyList<Row> rows, string? but = null) => ((Column[])
    [
        new("file", row => row.Cell.Operation.Name) { IsText = true },
        new("size", row => row.Cell.Dimensions["size"]),
        new("load", row => $"{row.Cell.Load}") { IsText = true },
        .. rows.SelectMany(row => row.Cell.Dimensions.Keys).Distinct().Where(name => !StandardDimensions.Contains(name)).Order(StringComparer.Ordinal)
            .Select(name => new Column(name, row => row.Cell.Dimensions.GetValueOrDefault(name, "")) { IsText = true }),
        new("over", row => row.Cell.Transport) { IsText = true },
    ]).Where(column => column.Heading != (but == "transport" ? "over" : but));

    private static Column Percentile(string name, double quantile) => new(name, row => Units.Milliseconds(row.Latencies.At(quantile)?.Value));

    private static Column Interval(string name, double quantile) => new(name, row => row.Latencies.At(quantile) is { } p
        ? $"{Units.Milliseconds(p.Value)} ({Units.Milliseconds(p.Low)}…{Units.Milliseconds(p.High)})"
        : "-");

    private static string IdlePeakIdle(Row row, Func<ProcessUsage, double> figure, double? peak) =>
        $"{Idle(row.Idle?.Before, figure)}→{Units.Digits(peak)}→{Idle(row.Idle?.After, figure)}";

    private static string Idle(ProcessUsage? usage, Func<ProcessUsage, double> figure) => Units.Digits(usage is null ? null : figure(usage));

    private static bool IsOpen(Row row) => row.Arrivals is not null;
}

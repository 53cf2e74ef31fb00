using Load.Comparing;
using Load.Machine;
using Load.Measuring;
using Load.Statistics;

namespace Load.Reports;

/// <summary>The tables of a report.</summary>
internal static class Tables
{
    private const string MixedUnits = "unit";

    /// <summary>The table a person reads first: what was done, how fast, how surely, at what cost on either side.</summary>
    public static RowTable Summary(RunReport report)
    {
        var rows = report.Result.Rows;
        var unit = UnitOf(rows);
        return new RowTable(
            [
                .. Subject(report.Result),
                new("unit", row => row.Case.Unit.Name) { IsText = true, IsThere = _ => unit == MixedUnits },
                new("offered", row => Format.Count(row.Arrivals!.Offered)) { IsThere = IsOpen },
                new("achieved", row => Format.Count(row.Arrivals?.FromSchedule.Count ?? row.Latencies.Count)) { IsThere = IsOpen },
                new("dropped", row => Format.Count(row.Arrivals!.Dropped)) { IsThere = IsOpen },
                new($"{unit}/s", row => Format.Carried(row.Rate)),
                new("±", row => Format.Percent(row.Rate?.RelativeHalfWidth)),
                new("MB/s", row => Format.Carried(row.Rate?.Times(row.Case.BytesPerUnit / 1e6)))
                {
                    IsThere = row => row.BytesPerSecond is not null,
                },
                new("mean ms", row => Format.Milliseconds(row.Latencies.Mean)) { IsThere = IsTimed },
                Percentile("p50", 0.5),
                Percentile("p95", 0.95),
                Percentile("p99", 0.99),
                new("max ms", row => Format.Milliseconds(row.Latencies.Max)) { IsThere = IsTimed },
                new("p99 due ms", row => Format.Milliseconds(row.Arrivals?.FromSchedule.At(0.99)?.Value)) { IsThere = IsOpen },
                new("good/s", row => Format.Digits(row.Arrivals!.Goodput?.Mean)) { IsThere = IsOpen },
                new("refused", row => Format.Count(row.Refused)) { IsThere = row => row.Refused > 0 },
                new("refused p50 ms", row => Format.Milliseconds(row.RefusalLatencies.At(0.5)?.Value)) { IsThere = row => row.Refused > 0 },
                new("refused p99 ms", row => Format.Milliseconds(row.RefusalLatencies.At(0.99)?.Value))
                {
                    IsThere = row => row.Refused > 0,
                },
                new("failed", row => Format.Count(row.Failed)),
                new("timed out", row => Format.Count(row.TimedOut)),
                .. Figures(rows),
                .. Cpu(rows, unit),
                new("lab µs",
                    row => Format.Digits(row.LabCpuSecondsPerUnit?.Mean * 1e6)) { IsThere = row => row.LabCpuSecondsPerUnit is not null },
                new("CPU ms/GB", row => Format.Digits(row.ServiceCpuSecondsPerGigabyte?.Mean * 1e3))
                {
                    IsThere = row => row.ServiceCpuSecondsPerGigabyte is not null,
                },
                new("of ceiling", row => Format.Percent(row.RateOfCeiling?.Value)) { IsThere = row => row.Ceiling is not null },
                new("CPU ×", row => row.CpuOfCeiling?.ToString() ?? "-") { IsThere = row => row.Ceiling is { Case.IsLabOnly: false } },
                new("p99 ×", row => row.TailOfBaseline?.ToString() ?? "-") { IsThere = row => row.Baseline is not null },
                new("vs baseline", row => ComparisonTable.Short(report.Baseline!, row.Case.Name))
                {
                    IsText = true,
                    IsThere = _ => report.Baseline is { IsRefused: false },
                },
                new("void", row => row.IsValid ? "" : "void") { IsText = true, IsThere = row => !row.IsValid },
            ],
            rows);
    }

    /// <summary>Percentiles with the 95 % intervals that the samples give them.</summary>
    public static RowTable Percentiles(RunResult result) => new(
        [
            .. Subject(result),
            new("samples", row => Format.Count(row.Latencies.Count)),
            Interval("p50", 0.5),
            Interval("p90", 0.9),
            Interval("p95", 0.95),
            Interval("p99", 0.99),
            Interval("p99.9", 0.999),
            Repeats("p50", 0.5),
            Repeats("p99", 0.99),
            new("above p99.9", row => Format.Count(row.Latencies.SamplesAbove(0.999))),
        ],
        result.Rows);

    /// <summary>The cost on either side.</summary>
    public static RowTable Costs(RunResult result)
    {
        var unit = UnitOf(result.Rows);
        return new RowTable(
            [
                .. Subject(result),
                new("service CPUs", row => Format.Digits(row.ServiceProcessors)),
                new("MB idle→peak→idle", row => IdlePeakIdle(row, usage => usage.WorkingSet / 1e6, row.ServicePeakWorkingSet / 1e6)),
                new("threads mean", row => Format.Digits(row.ServiceMeanThreads)),
                new("idle→max→idle", row => IdlePeakIdle(row, usage => usage.Threads, row.ServicePeakThreads)),
                new("pool min", row => $"{row.ServiceMinThreads}") { IsThere = row => row.ServiceMinThreads is not null },
                new("handles", row => IdlePeakIdle(row, usage => usage.Handles, row.ServicePeakHandles)),
                new($"KB alloc/{unit}", row => Format.Digits(row.ServiceAllocatedPerUnit / 1e3)),
                new("GC 0/1/2", row => row.ServiceCollections is { } gc ? $"{gc.Gen0}/{gc.Gen1}/{gc.Gen2}" : "-"),
                new($"wire KB/{unit}", row => Format.Digits(row.WireBytesPerUnit / 1e3)) { IsThere = IsTimed },
                new("at once", row => $"{row.MaxAtOnce}") { IsThere = IsTimed },
                new("lab CPUs", row => Format.Digits(row.LabProcessors)),
                new("other CPUs", row => Format.Digits(row.OtherProcessors)) { IsThere = row => row.OtherProcessors is not null },
                new("callers busy", row => Format.Percent(row.CallersBusy)) { IsThere = row => row.CallersBusy is not null },
                new("lag p99 ms", row => Format.Milliseconds(row.Arrivals?.Lag.At(0.99)?.Value)) { IsThere = IsOpen },
                new("lab GC", row => Format.Percent(row.LabPaused)),
                new("lab queue", row => Format.Count(row.LabQueue ?? 0)),
            ],
            result.Rows);
    }

    /// <summary>A column for each dimension, the compared one last, so that its values stand beside their figures.</summary>
    /// <param name="result">All of the table.</param>
    /// <param name="but">The dimension to leave out; null for none.</param>
    public static IEnumerable<Column> Subject(RunResult result, string? but = null)
    {
        var dimensions = result.Rows.SelectMany(row => row.Case.Dimensions).Where(dimension => dimension.Name != but).ToArray();
        return dimensions.GroupBy(dimension => dimension.Heading).OrderBy(column => column.Any(one => one.Name == result.Compared.Name))
            .Select(
                column => new Column(column.Key, row => Text(row, column.Key)) { IsText = !column.All(dimension => dimension.IsNumber) });
    }

    /// <summary>The figures that a system adds.</summary>
    private static IEnumerable<Column> Figures(IReadOnlyList<CaseResult> rows) => rows.SelectMany(row => row.FigureNames).Distinct()
        .Select(name => new Column(name, row => Format.Digits(row.Figure(name)?.Mean)) { IsThere = row => row.Figure(name) is not null });

    /// <summary>CPU of the process under test, and of each other process beside it.</summary>
    private static IEnumerable<Column> Cpu(IReadOnlyList<CaseResult> rows, string unit)
    {
        yield return new($"CPU µs/{unit}", row => Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6))
        {
            IsThere = row => row.ServiceCpuSecondsPerUnit is not null,
        };
        foreach (var process in rows.SelectMany(row => row.Processes.Skip(1)).Distinct())
        {
            yield return new($"{process} µs", row => Format.Digits(row.CpuSecondsPerUnit(process)?.Mean * 1e6))
            {
                IsThere = row => row.CpuSecondsPerUnit(process) is not null,
            };
        }
    }

    /// <summary>The unit that the rows count, for the heads of columns.</summary>
    public static string UnitOf(IReadOnlyList<CaseResult> rows) =>
        rows.Select(row => row.Case.Unit.Symbol).Distinct().ToArray() is [var unit] ? unit : MixedUnits;

    private static string Text(CaseResult row, string heading) =>
        row.Case.Dimensions.FirstOrDefault(dimension => dimension.Heading == heading)?.Text ?? "";

    private static Column Percentile(string name, double quantile) =>
        new($"{name} ms", row => Format.Milliseconds(row.Latencies.At(quantile)?.Value)) { IsThere = IsTimed };

    private static Column Interval(string name, double quantile) => new(name, row => row.Latencies.At(quantile) is { } p
        ? $"{Format.Milliseconds(p.Value)} ({Format.Milliseconds(p.Low)}…{Format.Milliseconds(p.High)})"
        : "-");

    /// <summary>The mean of the repeats' percentiles with its interval: repeats differ by more than their samples.</summary>
    private static Column Repeats(string name, double quantile) => new($"{name} by repeat", row =>
        Estimate.Of([.. row.Iterations.Select(iteration => iteration.Percentile(quantile)?.TotalMilliseconds).OfType<double>()]) is
        { HalfWidth: not null } estimate ? Format.Interval(estimate.Mean, Math.Max(0, estimate.Low), estimate.High) : "-");

    private static string IdlePeakIdle(CaseResult row, Func<ProcessUsage, double> figure, double? peak) =>
        $"{Idle(row.Idle?.Before, figure)}→{Format.Digits(peak)}→{Idle(row.Idle?.After, figure)}";

    private static string Idle(ProcessUsage? usage, Func<ProcessUsage, double> figure) =>
        Format.Digits(usage is null ? null : figure(usage));

    private static bool IsOpen(CaseResult row) => row.Arrivals is not null;

    private static bool IsTimed(CaseResult row) => row.IsTimed;
}

using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Microbenchmarks;

/// <summary>The rate as a share of the baseline's: median time of the baseline over median time of this one.</summary>
internal sealed class RateColumn : IColumn
{
    public string Id => nameof(RateColumn);

    public string ColumnName => "Rate/baseline";

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Baseline;

    public int PriorityInCategory => 0;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    public string Legend => "Median time of the baseline over median time of this benchmark";

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        var baseline = summary.GetLogicalGroupKey(benchmarkCase) is { } group
            ? summary.BenchmarksCases.FirstOrDefault(other => summary.IsBaseline(other) && summary.GetLogicalGroupKey(other) == group)
            : null;
        return baseline is not null && Median(baseline) is { } of && Median(benchmarkCase) is { } own
            ? (of / own).ToString("0.000", CultureInfo.InvariantCulture)
            : "?";

        double? Median(BenchmarkCase of) => summary[of]?.ResultStatistics?.Median;
    }

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public bool IsAvailable(Summary summary) => true;
}

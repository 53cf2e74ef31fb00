using Load.Statistics;

namespace Load.Reports.Summary;

/// <summary>Milliseconds; of a row: of its successful requests, from sending to the answer having been read.</summary>
internal sealed record SummaryLatency
{
    private static readonly double[] Quantiles = [0.5, 0.9, 0.95, 0.99, 0.999];

    public required int Samples { get; init; }

    public required double? Mean { get; init; }

    public required double? Min { get; init; }

    public required double? Max { get; init; }

    public required IReadOnlyList<SummaryPercentile> Percentiles { get; init; }

    public static SummaryLatency Of(Latencies latencies) => new()
    {
        Samples = latencies.Count,
        Mean = latencies.Mean?.TotalMilliseconds,
        Min = latencies.Min?.TotalMilliseconds,
        Max = latencies.Max?.TotalMilliseconds,
        Percentiles = [.. Quantiles.Select(latencies.At).OfType<Percentile>().Select(p => new SummaryPercentile(
            p.Quantile, p.Value.TotalMilliseconds, p.Low?.TotalMilliseconds, p.High?.TotalMilliseconds, latencies.SamplesAbove(p.Quantile)))],
    };
}

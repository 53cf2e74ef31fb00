using System.Diagnostics;

namespace Load.Statistics;

/// <summary>
/// The latencies of successful requests, all of them: percentiles are values that occurred, so p50 ≤ p95 ≤ p99 ≤ max always holds.
/// </summary>
internal sealed class Latencies
{
    private const double Confidence = 0.95;

    private readonly long[] _sorted;

    /// <param name="ticks">Stopwatch ticks, in any order.</param>
    public Latencies(IEnumerable<long> ticks)
    {
        _sorted = [.. ticks];
        Array.Sort(_sorted);
    }

    public int Count => _sorted.Length;

    /// <summary>Null without samples, as is everything below.</summary>
    public TimeSpan? Mean => Count == 0 ? null : Time(_sorted.Average());

    public TimeSpan? Min => Count == 0 ? null : Time(_sorted[0]);

    public TimeSpan? Max => Count == 0 ? null : Time(_sorted[^1]);

    /// <summary>Nearest rank: the smallest latency that at least this share of requests did not exceed, with its 95 % interval.</summary>
    /// <param name="quantile">0 to 1, both excluded.</param>
    public Percentile? At(double quantile)
    {
        if (Count == 0)
        {
            return null;
        }

        var (lower, upper) = OrderStatistics.Ranks(Count, quantile, Confidence);
        return new Percentile(quantile, Ranked(RankOf(quantile)), lower is { } l ? Ranked(l) : null, upper is { } u ? Ranked(u) : null);
    }

    /// <summary>How many samples lie above the percentile's rank: what a p99.9 rests on.</summary>
    public int SamplesAbove(double quantile) => Count == 0 ? 0 : Count - RankOf(quantile);

    // 0.95·100 is 95.00000000000001 in binary; a hair is taken off before rounding up.
    private int RankOf(double quantile) => Math.Clamp((int)Math.Ceiling(quantile * Count - 1e-9), 1, Count);

    private TimeSpan Ranked(int rank) => Time(_sorted[rank - 1]);

    private static TimeSpan Time(double ticks) => TimeSpan.FromSeconds(ticks / Stopwatch.Frequency);
}

namespace Analyzer.Service.Features.Metrics;

/// <summary>Upper bounds of the histograms.</summary>
internal static class Buckets
{
    /// <summary>
    /// Seconds: powers of two of a millisecond from 1/32, where a look-up lives, to 131 s, and halfway steps between 1 and 16 ms, where the
    /// upload of a small file lives: there the disk's flush is what takes the time.
    /// </summary>
    public static readonly double[] Seconds =
    [
        .. Enumerable.Range(-5, 23).Select(power => 0.001 * Math.Pow(2, power))
            .Concat([0.0015, 0.003, 0.006, 0.012]).Order(),
    ];

    /// <summary>Milliseconds, as the first system had them.</summary>
    public static readonly double[] FirstSystemMilliseconds = Prometheus.Histogram.ExponentialBuckets(1, 2, 18);

    /// <summary>Saves in one transaction: powers of two up to the store's most.</summary>
    public static readonly double[] BatchSizes = Prometheus.Histogram.ExponentialBuckets(1, 2, 10);
}

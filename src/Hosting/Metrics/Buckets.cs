namespace Hosting.Metrics;

/// <summary>Upper bounds of the histograms.</summary>
public static class Buckets
{
    /// <summary>
    /// Seconds: powers of two of a millisecond from 1/32, where a look-up lives, to 131 s, and halfway steps between 1 and 16 ms, where
    /// the upload of a small file lives: there the disk's flush is what takes the time.
    /// </summary>
#pragma warning disable CA1819 // The type that a histogram takes; nobody writes to it.
    public static double[] Seconds { get; } =
    [
        .. Enumerable.Range(-5, 23).Select(power => 0.001 * Math.Pow(2, power))
            .Concat([0.0015, 0.003, 0.006, 0.012]).Order(),
    ];
#pragma warning restore CA1819

    /// <summary>Milliseconds, as the first system had them.</summary>
    internal static double[] FirstSystemMilliseconds { get; } = Prometheus.Histogram.ExponentialBuckets(1, 2, 18);
}

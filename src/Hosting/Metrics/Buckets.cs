namespace Hosting.Metrics;

/// <summary>Upper bounds of the histograms.</summary>
public static class Buckets
{
    /// <summary>
    /// Seconds: powers of two of a millisecond, from 1/32 (for look-ups) to 131 s, with halfway steps between 1 and 16 ms (for small
    /// uploads, where the disk's flush takes most of the time).
    /// </summary>
#pragma warning disable CA1819 // An array, because a histogram takes one; nobody writes to it.
    public static double[] Seconds { get; } =
    [
        .. Enumerable.Range(-5, 23).Select(power => 0.001 * Math.Pow(2, power))
            .Concat([0.0015, 0.003, 0.006, 0.012]).Order(),
    ];
#pragma warning restore CA1819

    /// <summary>Seconds of whole calls: powers of two of a millisecond, up to 131 s.</summary>
    internal static double[] Calls { get; } = Prometheus.Histogram.ExponentialBuckets(0.001, 2, 18);

    /// <summary>Milliseconds, as in the first system.</summary>
    internal static double[] FirstSystemMilliseconds { get; } = Prometheus.Histogram.ExponentialBuckets(1, 2, 18);
}

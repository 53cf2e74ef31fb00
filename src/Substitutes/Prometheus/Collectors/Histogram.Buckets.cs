namespace Prometheus;

// Computed in decimal, so that 0.1 * 3 is the bound 0.3 and not 0.30000000000000004.
public sealed partial class Histogram
{
    /// <summary>Bounds of which the first is <paramref name="start"/> and each next <paramref name="factor"/> times as large.</summary>
    /// <exception cref="ArgumentException">Count or start not positive, or factor not above 1.</exception>
    /// <exception cref="OverflowException">A bound beyond 7.9e28.</exception>
    public static double[] ExponentialBuckets(double start, double factor, int count)
    {
        Require(count > 0, nameof(count), "must be positive");
        Require(start > 0, nameof(start), "must be positive");
        Require(factor > 1, nameof(factor), "must be greater than 1");

        var bounds = new double[count];
        var bound = (decimal)start;
        bounds[0] = (double)bound;
        for (var i = 1; i < count; i++)
        {
            bound *= (decimal)factor;
            bounds[i] = (double)bound;
        }

        return bounds;
    }

    private static void Require(bool condition, string argument, string must)
    {
        if (!condition)
        {
            throw new ArgumentException($"{argument} {must}.", argument);
        }
    }
}

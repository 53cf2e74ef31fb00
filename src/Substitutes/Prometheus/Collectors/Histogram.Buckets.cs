namespace Prometheus;

// Reckoned in decimal, so that 0.1 + 0.1 + 0.1 is the bound 0.3 and not 0.30000000000000004.
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

    /// <summary>Bounds of which the first is <paramref name="start"/> and each next <paramref name="width"/> more.</summary>
    /// <exception cref="ArgumentException">Count not positive.</exception>
    public static double[] LinearBuckets(double start, double width, int count)
    {
        Require(count > 0, nameof(count), "must be positive");

        return [.. Enumerable.Range(0, count).Select(i => (double)((decimal)start + (i * (decimal)width)))];
    }

    /// <summary>
    /// Each power of ten cut into equal parts: <c>(-1, 2, 4)</c> gives 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 25, 50, 75, 100.
    /// Bounds that two neighbouring powers share come once.
    /// </summary>
    /// <param name="startPower">10 to this power begins the first range.</param>
    /// <param name="endPower">10 to this power ends the last range.</param>
    /// <param name="divisions">Parts per range.</param>
    /// <exception cref="ArgumentException">The powers do not rise, or divisions is not positive.</exception>
    public static double[] PowersOfTenDividedBuckets(int startPower, int endPower, int divisions)
    {
        Require(startPower < endPower, nameof(startPower), $"must be less than {nameof(endPower)}");
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(divisions);

        var bounds = new List<double>();
        for (var power = startPower; power < endPower; power++)
        {
            var end = (decimal)Math.Pow(10, power + 1);
            for (var division = 1; division <= divisions; division++)
            {
                var bound = (double)(end * division / divisions);
                if (bounds.Count == 0 || bound > bounds[^1])
                {
                    bounds.Add(bound);
                }
            }
        }

        return [.. bounds];
    }

    private static void Require(bool condition, string argument, string must)
    {
        if (!condition)
        {
            throw new ArgumentException($"{argument} {must}.", argument);
        }
    }
}

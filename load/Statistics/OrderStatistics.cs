namespace Load.Statistics;

/// <summary>
/// How far a percentile of a sample can be from the percentile of what was sampled, with no assumption but independent draws: the number of
/// samples below the true p-quantile is binomial(n, p), so two ranks around n·p enclose it with known probability
/// (David and Nagaraja, Order Statistics, 7.1).
/// </summary>
internal static class OrderStatistics
{
    /// <param name="count">Samples.</param>
    /// <param name="quantile">0 to 1, both excluded.</param>
    /// <param name="confidence">Such as 0.95; each side misses with at most half of the rest.</param>
    /// <returns>Ranks from 1; a side that so few samples cannot bound is null.</returns>
    public static (int? Lower, int? Upper) Ranks(int count, double quantile, double confidence)
    {
        var tail = (1 - confidence) / 2;
        var lower = LargestRankWithTail(count, quantile, tail);
        var upper = count + 1 - LargestRankWithTail(count, 1 - quantile, tail);
        return (lower >= 1 ? lower : null, upper <= count ? upper : null);
    }

    /// <summary>The largest l with P(B &lt; l) ≤ tail for a binomial B; 0 when not even l = 1 has it.</summary>
    private static int LargestRankWithTail(int n, double p, double tail)
    {
        // Ten standard deviations below the mean nothing is left that double precision could add up.
        var start = Math.Max(0, (int)(n * p - 10 * Math.Sqrt(n * p * (1 - p)) - 10));
        var probability = Math.Exp(LogProbability(n, start, p));
        var below = 0.0;
        var k = start;
        while (k <= n && below + probability <= tail)
        {
            below += probability;
            probability *= (double)(n - k) / (k + 1) * (p / (1 - p));
            k++;
        }

        return k;
    }

    private static double LogProbability(int n, int k, double p) =>
        LogFactorial(n) - LogFactorial(k) - LogFactorial(n - k) + k * Math.Log(p) + (n - k) * Math.Log(1 - p);

    /// <summary>Exact sums while they are short, then Stirling's series, whose next term is below 1e-13 from there on.</summary>
    private static double LogFactorial(int n)
    {
        if (n < 64)
        {
            var sum = 0.0;
            for (var i = 2; i <= n; i++)
            {
                sum += Math.Log(i);
            }

            return sum;
        }

        double x = n;
        return x * Math.Log(x) - x + 0.5 * Math.Log(2 * Math.PI * x) + 1 / (12 * x) - 1 / (360 * x * x * x) + 1 / (1260 * Math.Pow(x, 5));
    }
}

using FsCheck;
using FsCheck.Fluent;
using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class OrderStatisticsTests
{
    private const double Confidence = 0.95;

    /// <summary>Ranks as in Conover's tables of exact intervals for the median.</summary>
    [Theory]
    [InlineData(6, 1, 6)]
    [InlineData(10, 2, 9)]
    [InlineData(25, 8, 18)]
    [InlineData(100, 40, 61)]
    public void Ranks_Median_AreThoseOfTheTables(int count, int lower, int upper) =>
        OrderStatistics.Ranks(count, 0.5, Confidence).ShouldBe((lower, upper));

    [Theory]
    [InlineData(5, 0.5)]
    [InlineData(1, 0.9)]
    public void Ranks_TooFewSamples_BoundNothing(int count, double quantile) =>
        OrderStatistics.Ranks(count, quantile, Confidence).ShouldBe((null, null));

    [Fact]
    public void Ranks_P999OfThousandSamples_HasNoUpperEnd()
    {
        var (lower, upper) = OrderStatistics.Ranks(1000, 0.999, Confidence);

        lower.ShouldNotBeNull();
        upper.ShouldBeNull();
    }

    [Fact]
    public void Ranks_MillionSamples_AreTwoStandardDeviationsApartFromTheMiddle()
    {
        var (lower, upper) = OrderStatistics.Ranks(1_000_000, 0.99, Confidence);

        lower!.Value.ShouldBeInRange(990_000 - 196, 990_000 - 194); // 1.96·√(n·p·(1−p)) = 195
        upper!.Value.ShouldBeInRange(990_000 + 194, 990_000 + 197);
    }

    [Fact]
    public void Ranks_AnySampleSize_MissOnEachSideAsRarelyAsPromisedAndCannotBeTighter() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(ushort Count, byte Percent)>(), given =>
        {
            var n = 1 + given.Count % 400;
            var p = (1 + given.Percent % 99) / 100.0;
            var below = BinomialBelow(n, p);
            var (lower, upper) = OrderStatistics.Ranks(n, p, Confidence);
            const double tail = (1 - Confidence) / 2;
            const double rounding = 1e-9;

            // X(l) > quantile when fewer than l samples lie below it, X(u) ≤ quantile when at least u do.
            var lowerHolds = below(lower ?? 0) <= tail + rounding && below((lower ?? 0) + 1) > tail - rounding;
            var upperHolds = 1 - below(upper ?? n + 1) <= tail + rounding && 1 - below((upper ?? n + 1) - 1) > tail - rounding;
            return lowerHolds && upperHolds;
        }).QuickCheckThrowOnFailure();

    /// <summary>P(B &lt; k) by plain recurrence from zero.</summary>
    private static Func<int, double> BinomialBelow(int n, double p)
    {
        var cumulative = new double[n + 2];
        var probability = Math.Pow(1 - p, n);
        for (var k = 0; k <= n; k++)
        {
            cumulative[k + 1] = cumulative[k] + probability;
            probability *= (double)(n - k) / (k + 1) * (p / (1 - p));
        }

        return k => cumulative[k];
    }
}

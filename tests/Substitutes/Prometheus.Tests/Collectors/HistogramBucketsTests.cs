namespace Prometheus.Tests.Collectors;

public sealed class HistogramBucketsTests
{
    [Fact]
    public void LinearBuckets_TenthsAndTenthsMore_AreExact() =>
        Histogram.LinearBuckets(0.1, 0.1, 5).ShouldBe([0.1, 0.2, 0.3, 0.4, 0.5]);

    [Fact]
    public void ExponentialBuckets_FactorThatADoubleCannotHold_AreExact() =>
        Histogram.ExponentialBuckets(1.1, 2.4, 4).ShouldBe([1.1, 2.64, 6.336, 15.2064]);

    [Fact]
    public void ExponentialBuckets_PowersOfTwo_EndWhereTheFirstSystemsHistogramEnds()
    {
        var bounds = Histogram.ExponentialBuckets(1, 2, 18);

        bounds[0].ShouldBe(1);
        bounds[^1].ShouldBe(131072);
    }

    [Fact]
    public void PowersOfTenDividedBuckets_QuartersOfEachPower_AreTheDocumentedExample() =>
        Histogram.PowersOfTenDividedBuckets(-1, 2, 4).ShouldBe([0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 25, 50, 75, 100]);

    [Fact]
    public void PowersOfTenDividedBuckets_NeighboursShareABound_HasItOnce() =>
        Histogram.PowersOfTenDividedBuckets(0, 2, 10).ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);

    [Theory]
    [InlineData(1, 2, 0)]
    [InlineData(1, 2, -1)]
    [InlineData(0, 2, 3)]
    [InlineData(-1, 2, 3)]
    [InlineData(1, 1, 3)]
    [InlineData(1, 0.5, 3)]
    public void ExponentialBuckets_ArgumentThatDoesNotRise_IsRefused(double start, double factor, int count) =>
        Should.Throw<ArgumentException>(() => Histogram.ExponentialBuckets(start, factor, count));

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void LinearBuckets_CountNotPositive_IsRefused(int count) =>
        Should.Throw<ArgumentException>(() => Histogram.LinearBuckets(1, 1, count));

    [Theory]
    [InlineData(2, 2, 4)]
    [InlineData(3, 2, 4)]
    [InlineData(0, 2, 0)]
    public void PowersOfTenDividedBuckets_NoRange_IsRefused(int startPower, int endPower, int divisions) =>
        Should.Throw<ArgumentException>(() => Histogram.PowersOfTenDividedBuckets(startPower, endPower, divisions));
}

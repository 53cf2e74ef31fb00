namespace Prometheus.Tests.Collectors;

public sealed class HistogramBucketsTests
{
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

    [Theory]
    [InlineData(1, 2, 0)]
    [InlineData(1, 2, -1)]
    [InlineData(0, 2, 3)]
    [InlineData(-1, 2, 3)]
    [InlineData(1, 1, 3)]
    [InlineData(1, 0.5, 3)]
    public void ExponentialBuckets_ArgumentThatDoesNotRise_IsRefused(double start, double factor, int count) =>
        Should.Throw<ArgumentException>(() => Histogram.ExponentialBuckets(start, factor, count));
}

using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Collectors;

public sealed class HistogramTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public HistogramTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Observe_ValuesAtAndBetweenBounds_FallIntoTheFirstBucketNotBelowThem()
    {
        var histogram = Create(1, 2, 4);

        foreach (var value in (double[])[-1, 0.5, 1, 1.0000001, 2, 4, 4.5, double.PositiveInfinity])
        {
            histogram.Observe(value);
        }

        (await BucketsAsync()).ShouldBe([("1", 3), ("2", 5), ("4", 6), ("+Inf", 8)]);
        histogram.Count.ShouldBe(8);
    }

    [Fact]
    public async Task Observe_AnyNumberOfBuckets_FindsTheBucketThatASearchOneByOneFinds()
    {
        // Around the width of every vector register: 2, 4 and 8 doubles.
        for (var buckets = 1; buckets <= 40; buckets++)
        {
            var registry = Metrics.NewCustomRegistry();
            var bounds = Enumerable.Range(0, buckets).Select(bound => (double)bound).ToArray();
            var histogram = Metrics.WithCustomRegistry(registry)
                .CreateHistogram("steps", "Steps.", new HistogramConfiguration { Buckets = bounds });
            double[] values = [.. Enumerable.Range(-1, (2 * buckets) + 4).Select(i => i / 2.0)];

            Array.ForEach(values, histogram.Observe);

            var counts = (await Scrapes.TakeAsync(registry)).Samples.Where(sample => sample.Name == "steps_bucket");
            counts.Select(sample => sample.Value)
                .ShouldBe([.. bounds.Select(bound => values.Count(value => value <= bound)), values.Length]);
        }
    }

    [Fact]
    public void Observe_NaN_IsIgnored()
    {
        var histogram = Create(1);

        histogram.Observe(double.NaN);

        histogram.Count.ShouldBe(0);
        histogram.Sum.ShouldBe(0);
    }

    [Fact]
    public async Task CreateHistogram_WithoutBuckets_HasThoseForSecondsFromFiveMillisecondsToTen()
    {
        _metrics.CreateHistogram("latency_seconds", "Latency.").Observe(0.06);

        (await BucketsAsync()).ShouldBe(
        [
            ("0.005", 0), ("0.01", 0), ("0.025", 0), ("0.05", 0), ("0.075", 1), ("0.1", 1), ("0.25", 1), ("0.5", 1), ("0.75", 1),
            ("1", 1), ("2.5", 1), ("5", 1), ("7.5", 1), ("10", 1), ("+Inf", 1),
        ]);
    }

    [Fact]
    public async Task CreateHistogram_InfinityGiven_HasItOnce()
    {
        Create(1, double.PositiveInfinity);

        (await BucketsAsync()).ShouldBe([("1", 0), ("+Inf", 0)]);
    }

    [Fact]
    public void CreateHistogram_NoBuckets_IsRefused() =>
        Should.Throw<ArgumentException>(() => Create()).Message.ShouldStartWith("Histogram must have at least one bucket");

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 1)]
    public void CreateHistogram_BucketsNotRising_IsRefused(double first, double second) =>
        Should.Throw<ArgumentException>(() => Create(first, second)).Message.ShouldStartWith("Bucket values must be increasing");

    private Histogram Create(params double[] bounds) =>
        _metrics.CreateHistogram("latency_seconds", "Latency.", new HistogramConfiguration { Buckets = bounds });

    private async Task<IEnumerable<(string UpperBound, double Count)>> BucketsAsync() =>
        from sample in (await Scrapes.TakeAsync(_registry)).Samples
        where sample.Name == "latency_seconds_bucket"
        select (sample.Labels["le"], sample.Value);
}

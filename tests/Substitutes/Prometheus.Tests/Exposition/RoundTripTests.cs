using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Prometheus.Tests.Exposition;

public sealed class RoundTripTests
{
    [Theory]
    [InlineData(ExpositionFormat.PrometheusText)]
    [InlineData(ExpositionFormat.OpenMetricsText)]
    public void Scrape_AnyLabelValuesAndNumber_ReadBackTheSame(ExpositionFormat format) =>
        Prop.ForAll<string?, string?, double>((first, second, value) =>
        {
            var (a, b) = (Storable(first), Storable(second));
            var registry = Metrics.NewCustomRegistry();
            var metrics = Metrics.WithCustomRegistry(registry);
            metrics.CreateGauge("g", "Help.", "a", "b").WithLabels(a, b).Set(value);
            metrics.CreateHistogram("h", "Help.", "a", "b").WithLabels(a, b).Observe(0.5);

            var scrape = Take(registry, format);

            scrape.Sample("g", ("a", a), ("b", b)).Value.ShouldBe(value);
            scrape.Sample("h_count", ("a", a), ("b", b)).Value.ShouldBe(1);
            scrape.Sample("h_bucket", ("a", a), ("b", b), ("le", "0.25")).Value.ShouldBe(0);
            scrape.Sample("h_bucket", ("a", a), ("b", b), ("le", "0.5")).Value.ShouldBe(1);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Scrape_AnyBuckets_CountWhatIsNotAboveThem() =>
        Prop.ForAll<NormalFloat[], NormalFloat[]>((bounds, observations) =>
        {
            double[] buckets = [.. bounds.Select(bound => bound.Get).Append(0).Distinct().Order()];
            double[] values = [.. observations.Select(value => value.Get).Concat(buckets)];
            var registry = Metrics.NewCustomRegistry();
            var histogram = Metrics.WithCustomRegistry(registry)
                .CreateHistogram("h", "Help.", new HistogramConfiguration { Buckets = buckets });

            Array.ForEach(values, histogram.Observe);

            var counts = Take(registry, ExpositionFormat.PrometheusText).Samples.Where(sample => sample.Name == "h_bucket");
            counts.Select(sample => sample.Value)
                .ShouldBe([.. buckets.Select(bound => values.Count(value => value <= bound)), values.Length]);
        }).QuickCheckThrowOnFailure();

    /// <summary>Half of a surrogate pair is no text, and UTF-8 has no form for it.</summary>
    private static string Storable(string? text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text ?? ""));

    private static Scrape Take(CollectorRegistry registry, ExpositionFormat format)
    {
        using var stream = new MemoryStream();
        var written = registry.CollectAndExportAsTextAsync(stream, format, TestContext.Current.CancellationToken);
        written.IsCompletedSuccessfully.ShouldBeTrue("There is nothing to wait for: no callback, and the stream is memory.");
        return new Scrape(Encoding.UTF8.GetString(stream.ToArray()));
    }
}

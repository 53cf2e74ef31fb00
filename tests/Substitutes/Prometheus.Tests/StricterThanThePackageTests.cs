using System.Diagnostics;
using Prometheus.Tests.Exposition;

namespace Prometheus.Tests;

/// <summary>Behaviour that prometheus-net 8.2.1 does not promise.</summary>
public sealed class StricterThanThePackageTests
{
    private const string Awkward = "a \\ b \" c \n d \\n e";

    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public StricterThanThePackageTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Scrape_WhileObservationsGoOn_HistogramsAreConsistent()
    {
        var latency = _metrics.CreateHistogram("latency", "Latency.", "worker");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        Task[] writers =
        [
            .. Enumerable.Range(0, 4).Select(worker => Task.Factory.StartNew(
                () =>
                {
                    var child = latency.WithLabels($"{worker % 2}");
                    for (var i = 0; !stop.IsCancellationRequested; i++)
                    {
                        child.Observe(i % 16);
                    }
                },
                stop.Token,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default)),
        ];

        var last = 0.0;
        for (var i = 0; i < 1000; i++)
        {
            var scrape = await Scrapes.TakeAsync(_registry, (ExpositionFormat)(i % 2));
            foreach (var child in scrape.Samples.GroupBy(sample => sample.Labels["worker"]))
            {
                double[] buckets = [.. child.Where(sample => sample.Name == "latency_bucket").Select(sample => sample.Value)];
                buckets.ShouldBe(buckets.Order());
                child.Single(sample => sample.Name == "latency_count").Value.ShouldBe(buckets[^1]);
            }

            var count = scrape.Samples.Where(sample => sample.Name == "latency_count").Sum(sample => sample.Value);
            count.ShouldBeGreaterThanOrEqualTo(last);
            last = count;
        }

        await stop.CancelAsync();
        await Task.WhenAll(writers).Within();
        last.ShouldBePositive();
    }

    [Fact]
    public void Observe_InsideAnActivity_AllocatesNothingForItsExemplar()
    {
        var counter = _metrics.CreateCounter("c_total", "Help.", "l").WithLabels("1");
        var histogram = _metrics.CreateHistogram("h", "Help.", "l").WithLabels("1");
        using var activity = new Activity("test").SetIdFormat(ActivityIdFormat.W3C).Start();

        Allocation.Of(() => counter.Inc()).ShouldBe(0);
        Allocation.Of(() => histogram.Observe(0.3)).ShouldBe(0);
    }

    [Theory]
    [InlineData(ExpositionFormat.PrometheusText)]
    [InlineData(ExpositionFormat.OpenMetricsText)]
    public async Task Scrape_HelpText_IsEscaped(ExpositionFormat format)
    {
        _metrics.CreateGauge("g", Awkward).Set(1);

        var scrape = await Scrapes.TakeAsync(_registry, format);

        scrape.Helps["g"].ShouldBe(Awkward);
        scrape.Text.Contains("\\\"", StringComparison.Ordinal).ShouldBe(format == ExpositionFormat.OpenMetricsText);
    }

    [Fact]
    public async Task Scrape_ExemplarLabels_AreEscaped()
    {
        _metrics.CreateCounter("c_total", "Help.").Inc(Exemplar.From(Exemplar.Pair("id", Awkward)));

        var scrape = await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText);

        scrape.Sample("c_total").Exemplar!.Labels["id"].ShouldBe(Awkward);
    }

    [Fact]
    public void Create_Refused_LeavesTheNameFree()
    {
        Should.Throw<ArgumentException>(() => _metrics.CreateHistogram("a", "Help.", "le"));

        _metrics.CreateGauge("a", "Help.").Name.ShouldBe("a");
    }

    [Fact]
    public async Task Start_PortTaken_Throws()
    {
        await using var first = await Hosting.MetricsApp.StartAsync(_registry);

        using var second = new KestrelMetricServer("127.0.0.1", first.Address.Port, registry: _registry);

        Should.Throw<IOException>(() => second.Start());
    }
}

using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Peers;

/// <summary>Prometheus' own checker of the text format, which also knows its naming rules.</summary>
public sealed class PromtoolTests
{
    [Fact]
    public async Task CheckMetrics_EverythingWeExpose_FindsNothing()
    {
        var registry = Metrics.NewCustomRegistry();
        SampleMetrics.AddTo(registry);
        DotNetStats.Register(registry);

        var (exitCode, output) = await CheckAsync(registry);

        output.ShouldBeEmpty();
        exitCode.ShouldBe(0);
    }

    [Fact]
    public async Task CheckMetrics_CounterWithoutTotal_IsFound()
    {
        // So that the test above is known to be able to fail.
        var registry = Metrics.NewCustomRegistry();
        Metrics.WithCustomRegistry(registry).CreateCounter("odd", "Not named as a counter.");

        var (exitCode, output) = await CheckAsync(registry);

        output.ShouldContain("_total");
        exitCode.ShouldNotBe(0);
    }

    private static async Task<Promtool> CheckAsync(CollectorRegistry registry)
    {
        var scrape = await Scrapes.TakeAsync(registry);
        return await Promtool.RunAsync(["check", "metrics"], scrape.Text, TestContext.Current.CancellationToken);
    }
}

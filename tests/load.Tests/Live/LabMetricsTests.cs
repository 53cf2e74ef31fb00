using System.Diagnostics;
using System.Text;
using Load.Live;
using Load.Measuring;
using Load.Tests.Reports;
using Tests.Common.Scraping;

namespace Load.Tests.Live;

public sealed class LabMetricsTests
{
    private const string Variant = "rest unknown 1MB x4";
    private static readonly Sample Ok = new(0, 3 * Stopwatch.Frequency / 1000, Outcome.Ok);

    private readonly LabMetrics _metrics = new("run-1");

    [Fact]
    public async Task Iteration_RequestsOfEachOutcome_AreCountedUnderRunAndVariant()
    {
        var iteration = _metrics.Begin(Rows.Case(Variant));
        iteration.Measuring();
        iteration.Sent();
        foreach (var outcome in Enum.GetValues<Outcome>())
        {
            iteration.Sent();
            iteration.Answered();
            iteration.Counted(Ok with { Outcome = outcome });
        }

        var scrape = await ScrapeAsync();

        scrape.Samples.ShouldAllBe(sample => sample.Labels["run"] == "run-1");
        scrape.Samples.Where(sample => sample.Name == "load_request_duration_seconds_count")
            .Select(sample => (sample.Labels["variant"], sample.Labels["transport"], sample.Labels["outcome"], sample.Value))
            .ShouldBe(
            [
                (Variant, "rest", "ok", 1), (Variant, "rest", "failed", 1), (Variant, "rest", "timed-out", 1),
                (Variant, "rest", "wrong", 1), (Variant, "rest", "refused", 1),
            ]);
        scrape.Sample("load_request_duration_seconds_sum", ("run", "run-1"), ("variant", Variant), ("transport", "rest"), ("outcome", "ok"))
            .Value.ShouldBe(0.003, tolerance: 1e-6);
        scrape.Sample("load_requests_in_flight", ("run", "run-1")).Value.ShouldBe(1);
        scrape.Sample("load_run_info", ("run", "run-1"), ("variant", Variant)).Value.ShouldBe(1);
    }

    [Fact]
    public async Task Iterations_OneAfterAnother_OnlyTheLastTwoRowsAreShown()
    {
        foreach (var name in (string[])[Variant, "grpc unknown 1MB x4", "rest known 1MB x4"])
        {
            var iteration = _metrics.Begin(Rows.Case(name));
            iteration.Measuring();
            iteration.Counted(Ok);
            iteration.End();
        }

        var scrape = await ScrapeAsync();

        scrape.Samples.Where(sample => sample.Name == "load_run_info").Select(sample => (sample.Labels["variant"], sample.Value))
            .ShouldBe([("grpc unknown 1MB x4", 0), ("rest known 1MB x4", 0)], ignoreOrder: true);
        scrape.Samples.Where(sample => sample.Name == "load_request_duration_seconds_count").Select(sample => sample.Labels["variant"])
            .ShouldBe(["grpc unknown 1MB x4", "rest known 1MB x4"], ignoreOrder: true);
    }

    [Fact]
    public async Task Iterations_SameRowAgain_CountsOn()
    {
        for (var repeat = 1; repeat <= 2; repeat++)
        {
            var iteration = _metrics.Begin(Rows.Case(Variant));
            iteration.Counted(Ok);
            iteration.End();
        }

        (await ScrapeAsync()).Samples.Single(sample => sample.Name == "load_request_duration_seconds_count").Value.ShouldBe(2);
    }

    [Fact]
    public void Iteration_EachRequest_AllocatesNothing()
    {
        var iteration = _metrics.Begin(Rows.Case(Variant));

        Allocation.Of(() =>
        {
            iteration.Sent();
            iteration.Answered();
            iteration.Counted(Ok);
        }).ShouldBe(0);
    }

    [Fact]
    public async Task Scrape_Text_PromtoolFindsNothing()
    {
        _metrics.Begin(Rows.Case(Variant)).Counted(Ok);

        var promtool = await Promtool.RunAsync(["check", "metrics"], (await ScrapeAsync()).Text, TestContext.Current.CancellationToken);

        promtool.Output.ShouldBeEmpty();
    }

    private async Task<Scrape> ScrapeAsync()
    {
        using var text = new MemoryStream();
        await _metrics.Registry.CollectAndExportAsTextAsync(text, TestContext.Current.CancellationToken).Within();
        return new Scrape(Encoding.UTF8.GetString(text.ToArray()));
    }
}

using Hosting.Tests.Hello;
using Tests.Common.Scraping;

namespace Hosting.Tests.Metrics;

public sealed class FrameworkMetersTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Scrape_SwitchedOn_HasTheFrameworksMetersBesideOurs()
    {
        await using var host = await HelloHost.StartAsync("FrameworkMetrics=true");
        using var client = new HttpClient { BaseAddress = host.Http1 };
        await client.GetStringAsync("/hello/world", Token).Within();

        var scrape = new Scrape(await client.GetStringAsync("/metrics", Token).Within());

        var request = scrape.Samples.Single(sample => sample.Name == "http_server_request_duration_seconds_count"
            && sample.Labels.GetValueOrDefault("http_route") == "/hello/{name}");
        request.Value.ShouldBe(1);
        request.Labels["http_response_status_code"].ShouldBe("200");
        scrape.Types["http_server_request_duration_seconds"].ShouldBe("histogram");
        scrape.Samples.ShouldContain(sample => sample.Name == "kestrel_active_connections" && sample.Value == 1);
        scrape.Samples.ShouldContain(sample => sample.Name == "http_client_active_requests");
        scrape.Types["dotnet_gc_collections_total"].ShouldBe("counter");
        scrape.Types["dotnet_process_memory_working_set_bytes"].ShouldBe("gauge");
        scrape.Samples.Count(sample => sample.Name == "dotnet_exceptions_total").ShouldBe(1); // ours
        scrape.Types.Keys.ShouldContain("http_call_duration_seconds");
    }

    [Fact]
    public async Task Scrape_SwitchedOn_PromtoolMindsOpenTelemetrysCountsOnly()
    {
        await using var host = await HelloHost.StartAsync("FrameworkMetrics=true");
        using var client = new HttpClient { BaseAddress = host.Http1 };
        await client.GetStringAsync("/hello/world", Token).Within();

        var promtool = await Promtool.RunAsync(["check", "metrics"], await client.GetStringAsync("/metrics", Token).Within(), Token);

        promtool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .ShouldAllBe(line => line.Contains("_count non-histogram", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Scrape_ByDefault_HasOursOnly()
    {
        await using var host = await HelloHost.StartAsync();
        using var client = new HttpClient { BaseAddress = host.Http1 };
        await client.GetStringAsync("/hello/world", Token).Within();

        var scrape = new Scrape(await client.GetStringAsync("/metrics", Token).Within());

        scrape.Types.Keys.ShouldNotContain("http_server_request_duration_seconds");
        scrape.Types.Keys.ShouldNotContain("http_call_duration_milliseconds");
        scrape.Types.Keys.ShouldContain("slo_objective_ratio");
    }
}

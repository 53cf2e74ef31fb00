using System.Net.Sockets;

namespace Analyzer.Service.Tests.Metrics;

public sealed class RuntimeMetricsTests
{
    [Fact]
    public async Task Scrape_RunningProcess_TellsOfItsThreadsMemoryAndCpu()
    {
        await using var host = await AnalyzerHost.StartAsync();

        var scrape = await host.ScrapeAsync();

        foreach (var name in (string[])
            [
                "process_cpu_seconds_total", "process_working_set_bytes", "process_open_handles", "process_num_threads",
                "dotnet_threadpool_threads", "dotnet_threadpool_min_threads", "dotnet_threadpool_completed_items_total",
                "dotnet_gc_allocated_bytes_total",
            ])
        {
            scrape.Sample(name).Value.ShouldBeGreaterThan(0, name);
        }

        foreach (var name in (string[])
            [
                "dotnet_threadpool_queue_length", "dotnet_gc_pause_seconds_total", "dotnet_gc_heap_bytes", "dotnet_gc_committed_bytes",
                "dotnet_lock_contentions_total",
            ])
        {
            scrape.Sample(name).Value.ShouldBeGreaterThanOrEqualTo(0, name);
        }
    }

    [Fact]
    public async Task Exceptions_Thrown_AreCounted()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var before = (await host.ScrapeAsync()).Sample("dotnet_exceptions_total").Value;

        Should.Throw<InvalidOperationException>(() => throw new InvalidOperationException());

        (await host.ScrapeAsync()).Sample("dotnet_exceptions_total").Value.ShouldBeGreaterThan(before);
    }

    [Fact]
    public async Task BuildInfo_Labels_NameWhatRuns()
    {
        await using var host = await AnalyzerHost.StartAsync();

        var build = (await host.ScrapeAsync()).Samples.Single(sample => sample.Name == "analyzer_build_info");

        build.Value.ShouldBe(1);
        build.Labels["runtime"].ShouldStartWith(".NET 10");
        build.Labels["version"].ShouldNotBeEmpty();
        build.Labels["gc"].ShouldBeOneOf("server", "workstation");
    }

    [Fact]
    public async Task Connections_OpenedAndClosed_AreCounted()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var client = new TcpClient();

        await client.ConnectAsync(host.Http1.Host, host.Http1.Port, TestContext.Current.CancellationToken).AsTask().Within();
        await UntilConnectionsAsync(2); // this one and the scrape's
        client.Close();
        await UntilConnectionsAsync(1);

        async Task UntilConnectionsAsync(int count)
        {
            for (var patience = Environment.TickCount64; (await host.ScrapeAsync()).Sample("kestrel_connections").Value != count;)
            {
                (Environment.TickCount64 - patience).ShouldBeLessThan((long)Deadline.Default.TotalMilliseconds);
            }
        }
    }
}

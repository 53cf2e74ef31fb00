using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Analyzer.Service.Lab;
using Hosting.Lab;

namespace Analyzer.Service.Tests.Lab;

[Collection(nameof(AloneInTheProcess))]
public sealed class FaultInjectionTests
{
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Process_SwitchedOn_CountsWhatTheRuntimeDoes()
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        var before = await http.GetFromJsonAsync<ProcessCounters>("/ceilings/process", _cancellationToken).Within();
        var after = await http.GetFromJsonAsync<ProcessCounters>("/ceilings/process", _cancellationToken).Within();

        after!.AllocatedBytes.ShouldBeGreaterThan(before!.AllocatedBytes);
        after.CompletedWorkItems.ShouldBeGreaterThan(before.CompletedWorkItems);
        after.MinWorkerThreads.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Build_SwitchedOn_SaysWhatIsRunning()
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        var facts = await http.GetFromJsonAsync<BuildFacts>("/ceilings/build", _cancellationToken).Within();

        facts!.Store.ShouldBe("sqlite");
        facts.Runtime.ShouldStartWith(".NET ");
        facts.Configuration.ShouldNotBe("unknown");
    }

    [Fact]
    public async Task MinWorkerThreads_Set_IsReadBack()
    {
        ThreadPool.GetMinThreads(out var worker, out var completion);
        try
        {
            await using var host = await AnalyzerHost
                .StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true", $"Ceilings:MinWorkerThreads={worker + 3}");
            using var http = new HttpClient { BaseAddress = host.Http1 };

            (await http.GetFromJsonAsync<ProcessCounters>("/ceilings/process", _cancellationToken).Within())!.MinWorkerThreads
                .ShouldBe(worker + 3);
        }
        finally
        {
            ThreadPool.SetMinThreads(worker, completion);
        }
    }

    [Fact]
    public async Task WatchPool_SwitchedOn_TellsOfThePoolSinceTheLastCall()
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true", "Ceilings:WatchPool=true");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        async Task<JsonArray> SamplesAsync()
        {
            for (; ; await Task.Delay(20, _cancellationToken))
            {
                if (await http.GetFromJsonAsync<JsonArray>("/ceilings/pool", _cancellationToken) is { Count: > 1 } samples)
                {
                    return samples;
                }
            }
        }

        var first = await SamplesAsync().Within();
        var second = await SamplesAsync().Within();

        var times = first.Concat(second).Select(sample => (DateTimeOffset)sample!["time"]!).ToArray();
        times.ShouldBeInOrder();
        times.ShouldBeUnique(); // what was told once is not told again
        first.ShouldAllBe(sample => (int)sample!["threads"]! > 0);
    }

    [Theory]
    [InlineData("Ceilings:BlockMilliseconds=1")]
    [InlineData("Ceilings:SlowdownPercent=50")]
    public async Task Handicap_SwitchedOn_LeavesTheAnswersAsTheyAre(string handicap)
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true", handicap);
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.PostAsync("/v1/files", new ByteArrayContent([1, 2, 3]), _cancellationToken).Within();

        response.IsSuccessStatusCode.ShouldBeTrue();
        (await host.CountAsync()).ShouldBe(1);
    }

    [Fact]
    public async Task Handicaps_WithoutTheSwitch_HaveNoEffect()
    {
        ThreadPool.GetMinThreads(out var before, out _);
        await using var host = await AnalyzerHost
            .StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:MinWorkerThreads=99", "Ceilings:WatchPool=true");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.GetAsync("/ceilings/pool", _cancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        ThreadPool.GetMinThreads(out var after, out _);
        after.ShouldBe(before);
    }
}

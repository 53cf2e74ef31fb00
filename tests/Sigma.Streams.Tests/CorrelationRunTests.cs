using System.Text;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using Sigma.Streams.Delivering;
using Sigma.Streams.Flow;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Tests;

/// <summary>The state of correlations is what the match log says, whenever the service is started again.</summary>
public sealed class CorrelationRunTests : IDisposable
{
    private static readonly string Rules = SampleRules.A + SampleRules.Count("Three", "1h", "gte: 3") + "level: high\n";

    private readonly TempDirectory _folder = new();

    public CorrelationRunTests() => File.WriteAllText(_folder.Combine("rules.yml"), Rules);

    private string Segment => Directory.EnumerateFiles(_folder.Combine("data", "matches")).ShouldHaveSingleItem();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Start_Again_FoldsInSilenceAndGoesOn()
    {
        await using (var first = await StartAsync())
        {
            await first.PostAsync(Event("ada", 0) + Event("ada", 1) + Event("eve", 1));
            (await first.AlertsAsync()).ShouldBeEmpty();
        }

        await using (var second = await StartAsync())
        {
            await second.PostAsync(Event("eve", 2) + Event("ada", 3));
            Groups(await second.AlertsAsync()).ShouldBe(["ada"]);
        }

        await using var third = await StartAsync();
        await third.PostAsync(Event("ada", 4) + Event("eve", 5));

        // It held for ada already: it does not turn again.
        Groups(await third.AlertsAsync()).ShouldBe(["eve"]);
    }

    [Fact]
    public async Task Start_AfterATornWrite_CutsWhatWasNotCommitted()
    {
        await using (var first = await StartAsync())
        {
            await first.PostAsync(Event("ada", 0));
            await first.PostAsync(Event("ada", 1));
        }

        // The last commit is 36 bytes: without its last one, the second match was never committed.
        await using (var file = new FileStream(Segment, FileMode.Open))
        {
            file.SetLength(file.Length - 1);
        }

        await using var second = await StartAsync();
        await second.PostAsync(Event("ada", 2));
        (await second.AlertsAsync()).ShouldBeEmpty();
        await second.PostAsync(Event("ada", 3));

        Groups(await second.AlertsAsync()).ShouldBe(["ada"]);
    }

    [Fact]
    public async Task Start_SourceThatIsBehindTheMatchLog_CountsNothingTwice()
    {
        await using (var first = await StartAsync())
        {
            await TakeAsync(first, 0, Event("ada", 0), Event("ada", 1));
        }

        // A kill before the source had committed what was delivered: it reads the same again.
        await using var second = await StartAsync();
        await TakeAsync(second, 0, Event("ada", 0), Event("ada", 1));
        (await second.AlertsAsync()).ShouldBeEmpty();
        await TakeAsync(second, 2, Event("ada", 2));

        Groups(await second.AlertsAsync()).ShouldBe(["ada"]);
    }

    [Fact]
    public async Task Start_SourceThatIsBehindMatchesOfFineTimes_CountsNothingTwice()
    {
        string[] events = [.. Enumerable.Range(1, 2).Select(tick =>
            $"{{\"x\":1,\"user\":\"ada\",\"@timestamp\":\"2026-11-22T08:00:00.000000{tick}Z\"}}\n")];
        await using (var first = await StartAsync())
        {
            await TakeAsync(first, 0, events);
        }

        await using var second = await StartAsync();
        await TakeAsync(second, 0, events);

        (await second.AlertsAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task Start_TopicThatWasMadeAnew_CountsItsFirstRecords()
    {
        await using (var first = await StartAsync())
        {
            await TakeAsync(first, 7, Event("ada", 0), Event("ada", 1));
        }

        await using var second = await StartAsync();
        await TakeAsync(second, 0, Event("ada", 2));

        Groups(await second.AlertsAsync()).ShouldBe(["ada"]);
    }

    [Fact]
    public async Task Take_RecordThatTwoRulesMatch_CountsBoth()
    {
        File.WriteAllText(
            _folder.Combine("rules.yml"),
            Rules.Replace("rules: a,", "rules: [a, b],", StringComparison.Ordinal)
            + "---\ntitle: B\nname: b\nlogsource: { product: x }\ndetection: { s: { user: ada }, condition: s }\n");
        await using var host = await StartAsync();

        await TakeAsync(host, 0, Event("ada", 0), Event("ada", 1));

        Groups(await host.AlertsAsync()).ShouldBe(["ada"]);
    }

    [Fact]
    public async Task Post_WithAKeyEach_IsOnePartitionWhoseTimeRunsOn()
    {
        await using var host = await StartAsync();
        string At(string time) => Event("ada", 0).Replace("08:00", time, StringComparison.Ordinal);

        await host.PostAsync(At("08:00"), "one");
        await host.PostAsync(At("08:05"), "two");
        await host.PostAsync(At("08:00"), "three");

        (await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within()).ShouldContain("sigma_late_total 1");
    }

    [Fact]
    public async Task Post_MoreGroupsThanThereMayBe_IsDegradedAndSaysWhy()
    {
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules.yml"), "--Sigma:Limits:MaxGroups=10");

        await host.PostAsync(string.Concat(Enumerable.Range(0, 100).Select(i => Event($"user-{i}", 0))));

        (await host.Http.GetStringAsync("/healthz/ready", TestContext.Current.CancellationToken).Within())
            .ShouldContain("90 groups of correlations were forgotten because of a limit.");
        (await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within())
            .ShouldContain("sigma_evicted_total 90");
    }

    [Fact]
    public async Task Post_MoreMatchesThanAGroupHolds_IsDegradedAndSaysWhy()
    {
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules.yml"), "--Sigma:Limits:MaxEntries=2");

        await host.PostAsync(string.Concat(Enumerable.Range(0, 10).Select(i => Event("ada", i))));

        (await host.Http.GetStringAsync("/healthz/ready", TestContext.Current.CancellationToken).Within())
            .ShouldContain("8 matches of full groups were forgotten");
        (await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within())
            .ShouldContain("sigma_overflowed_total 8");
        (await host.Http.GetStringAsync("/v1/rules", TestContext.Current.CancellationToken).Within())
            .ShouldContain("more than the 2 matches that a group holds");
    }

    [Fact]
    public async Task Times_AbsentOf1970AndOf2100_AreTheArrivals()
    {
        await using var host = await StartAsync();

        await host.PostAsync("""
            {"x":1,"user":"ada"}
            {"x":1,"user":"ada","ts":12}
            {"x":1,"user":"ada","@timestamp":"2100-01-01T00:00:00Z"}
            """);

        Groups(await host.AlertsAsync()).ShouldBe(["ada"]);
        var metrics = await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within();
        foreach (var origin in new[] { "absent", "unset", "ahead" })
        {
            metrics.ShouldContain($"sigma_event_times_total{{origin=\"{origin}\"}} 1");
        }
    }

    private static IEnumerable<string> Groups(IReadOnlyList<JsonNode> alerts) => alerts.Select(alert => (string)alert["fields"]!["user"]!);

    /// <summary>Records of a topic, as the source gives them that keeps its positions in the broker.</summary>
    private static async Task TakeAsync(SigmaHost host, long offset, params string[] events)
    {
        StreamRecord[] records = [.. events.Select((text, index) => new StreamRecord(0, offset + index, Encoding.UTF8.GetBytes(text)))];
        var source = KafkaGroup.SourceOf("events");
        var taken = await host.Services.GetRequiredService<Pipeline>().TakeAsync(
            new(source, records, [new(source, 0, offset + events.Length, "") { IsKeptElsewhere = true }]),
            TestContext.Current.CancellationToken);
        await taken.Delivered.Within();
    }

    private static string Event(string user, int second) =>
        $"{{\"x\":1,\"user\":\"{user}\",\"@timestamp\":\"2026-11-22T08:00:{second:00}Z\"}}\n";

    private Task<SigmaHost> StartAsync() => SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rules.yml"));
}

using System.Net;

namespace Load.Tests.EndToEnd;

/// <summary>The distributed form: three analyzers on one store, and Kafka on the way to Sigma.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class StackServersTests(ElasticsearchFixture elasticsearch, KafkaFixture kafka)
    : IClassFixture<ElasticsearchFixture>, IClassFixture<KafkaFixture>, IDisposable
{
    private readonly TempDirectory _folder = new("stack");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Stack_OnServersThatItIsTold_SharesReportsAndAlertsOnce()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        var (store, broker) = (await elasticsearch.SkipUnlessPresentAsync(), await kafka.SkipUnlessPresentAsync());
        using var stack = new LabProcess(
            "stack", "--free-ports", "--data", _folder.Path, "--store", "elasticsearch", "--store-url", $"{store}", "--analyzers", "3",
            "--kafka", broker);
        await stack.SaysAsync(StackUser.Ready);

        var file = await StackUser.SubmitAsync(StackUser.AddressOf(stack, "gateway"));

        await new StackUser(_folder.Path).SeenAsync(file);
        foreach (var analyzer in (string[])["analyzer-1", "analyzer-2", "analyzer-3"])
        {
            using var http = new HttpClient { BaseAddress = StackUser.AddressOf(stack, analyzer) };
            using var report = await http.GetAsync($"/v1/files/{file.Sha256}", Token).Within();
            report.StatusCode.ShouldBe(HttpStatusCode.OK, analyzer);
        }

        await StackUser.UpAsync(StackUser.AddressOf(stack, "prober"), targets: 14);
        await stack.SignalAsync("INT", toAll: true);
        (await stack.ExitAsync()).ShouldBe(0, stack.Output);
    }

    [Fact]
    public async Task Chaos_OnServersOfItsOwn_StrikesThemTooAndLosesNothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the script is one of a shell");
        using var stack = new LabProcess(
            "stack", "--free-ports", "--data", _folder.Path, "--servers", SharedData.SkipUnlessPresent("services", "services"),
            "--analyzers", "2", "--chaos", "--faults", "6", "--minutes", "30", "--seed", "46"); // a node first, and the broker twice

        (await stack.ExitAsync(TimeSpan.FromMinutes(50))).ShouldBe(0, stack.Output);

        stack.Output.ShouldMatch(@"\n +\d+ elasticsearch-\d ");
        stack.Output.ShouldMatch(@"\n +\d+ kafka-1 ");
        stack.Output.ShouldContain(" 0 lost; the journal verifies.");
    }
}

using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Prober.Engine.Tests.Networking;
using Tests.Common.Scraping;

namespace Prober.Tests;

public sealed class ProberTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Targets_OneThatAnswersAndOneThatRefuses_AreUpAndDown()
    {
        await using var other = await ProberHost.StartAsync();
        var open = $"{other.Http.BaseAddress}healthz/live";
        var closed = $"http://127.0.0.1:{LoopbackPort.FindFree()}/";
        await using var host = await ProberHost.StartAsync("--target", open, $"--target={closed}", "--Prober:Interval=00:00:01");

        // A busy machine makes a failure doubtful: the next one counts.
        var targets = await host.UntilAsync(targets => State(targets, open) == "up" && State(targets, closed) == "down"
            && (string?)Target(targets, closed)["last"]!["failure"] == "refused");

        Target(targets, open)["last"]!["status"]!.GetValue<int>().ShouldBe(200);
    }

    [Fact]
    public async Task Timeline_OfATarget_SumsToItsWindow()
    {
        await using var other = await ProberHost.StartAsync();
        var url = $"{other.Http.BaseAddress}healthz/live";
        await using var host = await ProberHost.StartAsync("--target", url, "--Prober:Interval=00:00:01");
        await host.UntilAsync(targets => State(targets, url) == "up");

        var path = $"/api/v1/targets/http/{Uri.EscapeDataString(url)}/timeline";
        var timeline = (await host.Http.GetFromJsonAsync<JsonObject>(path, Token).Within())!;

        var window = timeline["to"]!.GetValue<DateTimeOffset>() - timeline["from"]!.GetValue<DateTimeOffset>();
        var sum = new[] { "up", "down", "unknown", "maintenance" }.Sum(name => timeline["availability"]![name]!.GetValue<long>());
        sum.ShouldBe((long)window.TotalMilliseconds);
        timeline["availability"]!["up"]!.GetValue<long>().ShouldBePositive();
        timeline["parts"]!.AsArray()[^1]!["state"]!.GetValue<string>().ShouldBe("up");
    }

    [Fact]
    public async Task Target_WithCredentials_ShowsThemNowhere()
    {
        await using var other = await ProberHost.StartAsync();
        var bare = $"{other.Http.BaseAddress}healthz/live";
        await using var host = await ProberHost.StartAsync("--target", bare.Replace("://", "://ada:s3cret@"), "--Prober:Interval=00:00:01");
        await host.UntilAsync(targets => State(targets, bare) == "up");

        var shown = await host.Http.GetStringAsync("/api/v1/targets", Token) + await host.Http.GetStringAsync("/metrics", Token)
            + string.Join('\n', host.Log.Records);

        shown.ShouldNotContain("s3cret");
    }

    [Fact]
    public async Task TargetSeries_OfAGoodAndABadTarget_AreBlackboxExporters()
    {
        await using var other = await ProberHost.StartAsync();
        var open = $"{other.Http.BaseAddress}healthz/live?text=%22quoted%22";
        var closed = $"tcp://127.0.0.1:{LoopbackPort.FindFree()}";
        await using var host = await ProberHost.StartAsync("--target", open, "--target", closed, "--Prober:Interval=00:00:01");
        var name = (await host.UntilAsync(targets => targets.All(target => target!["state"]!.GetValue<string>() != "unknown")))
            .Select(target => target!["name"]!.GetValue<string>()).Single(name => name.StartsWith("http"));

        var scrape = await ScrapeAsync("");
        await Deadline.UntilAsync(async () => Targets(scrape = await ScrapeAsync("")) == 2); // on a busy machine a failure can be doubtful

        scrape.Sample("probe_success", ("name", name), ("kind", "http"), ("instance", name)).Value.ShouldBe(1);
        scrape.Sample("probe_http_status_code", ("name", name), ("kind", "http"), ("instance", name)).Value.ShouldBe(200);
        scrape.Sample("probe_success", ("name", closed[6..]), ("kind", "tcp"), ("instance", closed[6..])).Value.ShouldBe(0);
        await Deadline.UntilAsync(async () => Targets(await ScrapeAsync("?kind=http")) == 1);
        await Deadline.UntilAsync(async () => Targets(await ScrapeAsync("?shard=1/2")) + Targets(await ScrapeAsync("?shard=2/2")) == 2);

        async Task<Scrape> ScrapeAsync(string query) => new(await host.Http.GetStringAsync($"/metrics/targets{query}", Token).Within());

        static int Targets(Scrape scrape) => scrape.Samples.Count(sample => sample.Name == "probe_success");
    }

    [Theory]
    [InlineData(false, HttpStatusCode.Forbidden)]
    [InlineData(true, HttpStatusCode.OK)]
    public async Task Probe_ForeignTarget_IsForbiddenUnlessOpen(bool isOpen, HttpStatusCode status)
    {
        await using var other = await ProberHost.StartAsync();
        var foreign = $"/probe?module=http_2xx&target={Uri.EscapeDataString($"{other.Http.BaseAddress}healthz/live")}";
        await using var host = await ProberHost.StartAsync($"--Prober:OpenProbe={isOpen}");

        using var response = await host.Http.GetAsync(foreign, Token).Within();

        response.StatusCode.ShouldBe(status);
        (await response.Content.ReadAsStringAsync(Token)).Contains("probe_success 1\n").ShouldBe(isOpen);
    }

    [Fact]
    public async Task Probe_ForeignTargetOfAKindThatNoUrlSays_IsRefusedWithThoseThatWork()
    {
        await using var host = await ProberHost.StartAsync("--Prober:OpenProbe=true");

        using var response = await host.Http.GetAsync("/probe?module=ping&target=127.0.0.1", Token).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await response.Content.ReadAsStringAsync(Token)).ShouldContain("http, https or tcp");
    }

    [Fact]
    public async Task Probe_TargetThatAlwaysResolves_AsksTheNameServerEachTime()
    {
        using var folder = new TempDirectory("prober-resolve");
        await using var server = DnsServer.Answering("127.0.0.1");
        var port = LoopbackPort.FindFree();
        var path = folder.Combine("probes.yaml");
        await File.WriteAllTextAsync(
            path, $"tcp: [{{ name: a, host: 'www.example.test:{port}', resolve: always, interval: 24h }}]", Token);
        await using var host = await ProberHost.StartAsync("--config", path, $"--Prober:Resolver:Servers:0={server.EndPoint}");

        for (var probe = 0; probe < 3; probe++)
        {
            await host.Http.GetStringAsync("/probe?target=a", Token).Within();
        }

        server.Queries.Count.ShouldBeGreaterThanOrEqualTo(3);
    }

    [Fact]
    public async Task Probe_TargetOfTheConfiguration_IsProbedByNameOrEndpoint()
    {
        await using var other = await ProberHost.StartAsync();
        var open = $"{other.Http.BaseAddress}healthz/live";
        var closed = $"127.0.0.1:{LoopbackPort.FindFree()}";
        await using var host = await ProberHost.StartAsync("--target", open, "--target", $"tcp://{closed}", "--Prober:Interval=1.00:00:00");

        var good = new Scrape(await host.Http.GetStringAsync($"/probe?target={Uri.EscapeDataString(open)}", Token).Within());
        var bad = new Scrape(await host.Http.GetStringAsync($"/probe?target={closed}&module=tcp_connect", Token).Within());
        using var otherKind = await host.Http.GetAsync($"/probe?target={closed}&module=http", Token).Within();

        good.Sample("probe_success").Value.ShouldBe(1);
        good.Sample("probe_http_duration_seconds", ("phase", "connect")).Value.ShouldBePositive();
        bad.Sample("probe_success").Value.ShouldBe(0);
        otherKind.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
    }

    [Fact]
    public async Task Shards_OfOneList_AreTheWhole()
    {
        string[] targets = [.. Enumerable.Range(0, 20).SelectMany(i => new[] { "--target", $"tcp://127.0.0.1:{20_000 + i}" })];
        var watched = new List<string>();
        foreach (var shard in new[] { "1/3", "2/3", "3/3" })
        {
            await using var host = await ProberHost.StartAsync([.. targets, $"--Prober:Shard={shard}", "--Prober:Interval=1.00:00:00"]);
            var part = (await host.UntilAsync(_ => true)).Select(target => target!["name"]!.GetValue<string>()).ToList();
            part.Count.ShouldBeInRange(1, 19);
            watched.AddRange(part);
        }

        watched.Order().ShouldBe(Enumerable.Range(0, 20).Select(i => $"127.0.0.1:{20_000 + i}"));
    }

    [Fact]
    public async Task Sla_PageFarBehindTheLast_IsEmpty()
    {
        await using var host = await ProberHost.StartAsync("--target", "tcp://127.0.0.1:9", "--Prober:Interval=1.00:00:00");

        var found = (await host.Http.GetFromJsonAsync<JsonObject>("/api/v1/sla?pg=1073741825&sz=2", Token).Within())!; // 2^31 before it

        found["total"]!.GetValue<int>().ShouldBe(1);
        found["targets"]!.AsArray().ShouldBeEmpty();
    }

    [Fact]
    public async Task Sla_Filters_EachLeaveTheRightOne()
    {
        using var folder = new TempDirectory("prober-sla");
        await using var other = await ProberHost.StartAsync();
        await File.WriteAllTextAsync(
            folder.Combine("probes.yaml"),
            $$"""
            http: [{ name: Shop, url: "{{other.Http.BaseAddress}}healthz/live" }]
            tcp: [{ name: Port, host: "127.0.0.1:{{LoopbackPort.FindFree()}}" }]
            settings: { probe: { interval: 1s } }
            """,
            Token);
        await using var host = await ProberHost.StartAsync("--config", folder.Combine("probes.yaml"));
        await host.UntilAsync(targets => State(targets, "Shop") == "up" && State(targets, "Port") == "down");
        await KnownAsync().Within();

        foreach (var (filter, name) in new[]
        {
            ("kind=tcp", "Port"), ("kind=http", "Shop"), ("name=hop", "Shop"), ("status=down", "Port"), ("ep=HEALTHZ", "Shop"),
            ("msg=refused", "Port"), ("gte=50", "Shop"), ("lte=50", "Port"),
        })
        {
            (await NamesAsync(filter)).ShouldBe([name], filter);
        }

        (await NamesAsync("gte=0&lte=100")).ShouldBe(["Shop", "Port"], ignoreOrder: true);
        (await NamesAsync("kind=tcp&gte=50")).ShouldBeEmpty();

        async Task KnownAsync()
        {
            while ((await FindAsync("")).Any(target => target!["sla"] is null))
            {
                await Task.Delay(50, Token);
            }
        }

        async Task<List<string>> NamesAsync(string filter) => [.. (await FindAsync(filter)).Select(target => (string)target!["name"]!)];

        async Task<JsonArray> FindAsync(string filter) =>
            (await host.Http.GetFromJsonAsync<JsonObject>($"/api/v1/sla?{filter}", Token).Within())!["targets"]!.AsArray();
    }

    [Theory]
    [InlineData("/probe", HttpStatusCode.BadRequest)]
    [InlineData("/probe?target=x&module=smtp", HttpStatusCode.BadRequest)]
    [InlineData("/probe?target=file:///etc/passwd", HttpStatusCode.Forbidden)]
    [InlineData("/metrics/targets?shard=3/2", HttpStatusCode.BadRequest)]
    [InlineData("/metrics/targets?label=team", HttpStatusCode.BadRequest)]
    [InlineData("/api/v1/targets/http/none/timeline", HttpStatusCode.NotFound)]
    [InlineData("/api/v1/targets/http/none", HttpStatusCode.NotFound)]
    [InlineData("/", HttpStatusCode.OK)]
    [InlineData("/page/page.js", HttpStatusCode.OK)]
    public async Task Get_Path_HasStatus(string path, HttpStatusCode status)
    {
        await using var host = await ProberHost.StartAsync();

        using var response = await host.Http.GetAsync(path, Token).Within();

        response.StatusCode.ShouldBe(status);
    }

    [Fact]
    public async Task Metrics_OfAnIdleProber_AreThere()
    {
        await using var host = await ProberHost.StartAsync();

        var scrape = new Scrape(await host.Http.GetStringAsync("/metrics", Token).Within());

        scrape.Sample("prober_targets", ("state", "up")).Value.ShouldBe(0);
        scrape.Sample("prober_missed_probes_total").Value.ShouldBe(0);
    }

    [Theory]
    [InlineData("Targets:0=ftp://example.com/", "Prober:Targets:0 has to be a URL of http, https or tcp, such as http://127.0.0.1:5080/.")]
    [InlineData(
        "Targets:0=http://שלום1.example/", "Prober:Targets:0 has to be a URL of http, https or tcp, such as http://127.0.0.1:5080/.")]
    [InlineData("Interval=00:00:00.5", "Prober:Interval=500ms is not valid: it has to be a time such as 30s, 15min or 90d from 1s to 1d.")]
    [InlineData("Shard=6/5", "Prober:Shard has to be a part such as 2/5.")]
    [InlineData(
        "Resolver:Servers:0=dns.test", "Prober:Resolver:Servers has dns.test. Write an address such as 192.0.2.53 or 127.0.0.1:5353.")]
    [InlineData("Intervall=00:00:01", "There is no setting Prober:Intervall. The most similar one is Prober:Interval.")]
    public void Start_WrongSetting_IsRefusedByName(string setting, string message)
    {
        var exception = Should.Throw<Exception>(() => ProberHost.Build(new LogSink(), $"--Prober:{setting}").UseProber());

        StartFailure.IsExpected(exception).ShouldBeTrue();
        StartFailure.Sentence(exception).ShouldBe(message);
    }

    private static JsonNode Target(JsonArray targets, string name) =>
        targets.Single(target => target!["name"]!.GetValue<string>() == name)!;

    private static string State(JsonArray targets, string name) => Target(targets, name)["state"]!.GetValue<string>();

    [Fact]
    public async Task Metrics_OfTheProber_PassPromtool()
    {
        var program = InstalledProgram.SkipUnlessPresent("promtool", package: "prometheus");
        await using var host = await ProberHost.StartAsync("--target", "http://127.0.0.1:9/");
        await host.UntilAsync(targets => targets.Count == 1 && targets[0]!["last"] is not null);
        foreach (var path in (string[])["/metrics", "/metrics/targets"])
        {
            var metrics = await host.Http.GetStringAsync(path, TestContext.Current.CancellationToken);
            var start = new System.Diagnostics.ProcessStartInfo(program, ["check", "metrics"])
            {
                RedirectStandardInput = true,
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            };
            using var process = System.Diagnostics.Process.Start(start)!;
            var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            await process.StandardInput.WriteAsync(metrics);
            process.StandardInput.Close();
            await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
            (await errors.Within()).ShouldBeEmpty(path);
        }
    }
}

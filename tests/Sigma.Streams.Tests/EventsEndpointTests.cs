using System.IO.Compression;
using System.Text;
using Hosting.Limits;
using Hosting.Uploads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Sigma.Streams.Tests;

public sealed class EventsEndpointTests : IDisposable
{
    private static readonly string Samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples");

    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Post_Samples_AreAlertsInTheirOrder()
    {
        await using var host = await StartAsync();

        var (status, answer) = await host.PostAsync(await SampleEventsAsync());

        status.ShouldBe(200);
        answer.ToJsonString().ShouldBe("""{"accepted":10,"dead":0,"alerts":3,"correlating":4}""");
        (await host.AlertsAsync()).Select(alert => (string)alert["rule"]!["title"]!).ShouldBe(
        [
            "PowerShell with an encoded command", "Long name in a DNS query", "The analyzer found a malicious file",
            "Password guessing over SSH",
        ]);
    }

    [Theory]
    [InlineData("gzip", true, 200, "\"accepted\":10")]
    [InlineData("GZIP", true, 200, "\"accepted\":10")]
    [InlineData("identity", false, 200, "\"accepted\":10")]
    [InlineData("gzip", false, 400, "does not unpack")]
    [InlineData("br", false, 415, "br is not known")]
    public async Task Post_PackedBody_IsUnpackedOrRefused(string coding, bool packs, int status, string part)
    {
        await using var host = await StartAsync();
        var events = Encoding.UTF8.GetBytes(await SampleEventsAsync());
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(events);
        }

        using var content = new ByteArrayContent(packs ? packed.ToArray() : events);
        content.Headers.Add("Content-Encoding", coding);
        using var answer = await host.Http.PostAsync("/v1/events", content, TestContext.Current.CancellationToken).Within();

        ((int)answer.StatusCode).ShouldBe(status);
        (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).ShouldContain(part);
    }

    [Fact]
    public async Task Post_ValueThatAnExpressionTakesTooLongFor_DoesNotMatchAndIsCounted()
    {
        var rule = _folder.Combine("slow.yml");
        await File.WriteAllTextAsync(
            rule, "title: Slow\nlogsource: { product: x }\ndetection: { s: { a|re: '(a+)+(?!b)c' }, condition: s }\n",
            TestContext.Current.CancellationToken);
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", rule);

        var (_, answer) = await host.PostAsync($"{{\"a\":\"{new string('a', 64)}\"}}\n{{\"a\":\"aac\"}}\n");

        ((int)answer["alerts"]!).ShouldBe(1);
        (await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within())
            .ShouldContain("sigma_regex_timeouts_total 1");
    }

    [Fact]
    public async Task Post_HalfALastLine_JudgesNothingAndNamesTheLine()
    {
        await using var host = await StartAsync();

        var (status, answer) = await host.PostAsync(await SampleEventsAsync() + "\n{\"verdict\":\"mali");

        status.ShouldBe(400);
        ((string)answer["detail"]!).ShouldStartWith("Line 12 ends in the middle of its JSON");
        (await host.AlertsAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task Post_BrokenLinesBetweenGoodOnes_AreDeadLettersAndDelayNothing()
    {
        await using var host = await StartAsync();

        var (status, answer) = await host.PostAsync("broken\n{\"verdict\":\n\n[1]\n{\"a\":\"\\ud800\"}\n" + await SampleEventsAsync());

        status.ShouldBe(200);
        answer.ToJsonString().ShouldBe("""{"accepted":10,"dead":4,"alerts":3,"correlating":4}""");
        var letters = await File.ReadAllLinesAsync(
            _folder.Combine("data", "dead-letters.ndjson"), TestContext.Current.CancellationToken);
        letters.Select(letter => System.Text.Json.Nodes.JsonNode.Parse(letter)!).Select(letter => $"{letter["reason"]} {letter["text"]}")
            .ShouldBe(["malformed broken", "malformed {\"verdict\":", "not-an-object 1", "lone-surrogate {\"a\":\"\\ud800\"}"]);
    }

    [Fact]
    public async Task Post_MoreThanTheLimit_Is413()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxBodyBytes=100");

        var (status, answer) = await host.PostAsync(new string(' ', 101));

        status.ShouldBe(413);
        ((string)answer["detail"]!).ShouldContain("100 bytes");
    }

    [Fact]
    public async Task Post_MoreLinesThanTheLimit_Is413AndJudgesNothing()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxBodyRecords=2");
        var line = $"{{\"ts\":1795335303.5,\"query\":\"{new string('x', 40)}\"}}\n";

        var (status, answer) = await host.PostAsync($"{line}\n{line}{line}");

        status.ShouldBe(413);
        ((string)answer["detail"]!).ShouldContain("2 records");
        (await host.AlertsAsync()).ShouldBeEmpty();
        (await host.PostAsync($"{line}\n{line}")).Status.ShouldBe(200);
    }

    [Theory]
    [InlineData("{\"Records\":[EVENT,EVENT]}")]
    [InlineData("[EVENT,EVENT]\n")]
    [InlineData("[\n  EVENT,\n  EVENT\n]\n")]
    [InlineData("{\n  \"value\": [\n  EVENT, EVENT]\n}")]
    [InlineData("EVENT\n[EVENT]\n")]
    [InlineData("{\"Records\":[EVENT]}{\"Records\":[EVENT]}")]
    public async Task Post_EventsInContainers_AreEvaluatedOneByOneWithTheirPlaces(string body)
    {
        await using var host = await StartAsync();
        var line = (await SampleEventsAsync()).Split('\n')[0];

        var (status, answer) = await host.PostAsync(body.Replace("EVENT", line, StringComparison.Ordinal), "key");

        status.ShouldBe(200, $"{answer}");
        ((int)answer["accepted"]!).ShouldBe(2);
        var alerts = await host.AlertsAsync();
        alerts.Count.ShouldBe(2);
        alerts.Select(alert => (string)alert["id"]!).Distinct().Count().ShouldBe(2);
    }

    [Fact]
    public async Task Post_AnArrayOfMoreThanTheLimit_Is413AndJudgesNothing()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxBodyRecords=2");

        (await host.PostAsync("[{},{},{}]")).Status.ShouldBe(413);
        (await host.PostAsync("[{},{}]")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task Post_64CallersAtOnce_JudgesEachLineOnce()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxQueuedBatches=2");

        var answers = await Task.WhenAll(Enumerable.Range(0, 64).Select(caller => host.PostAsync(string.Concat(
            Enumerable.Range(0, 10).Select(line => $"{{\"ts\":1795335303.5,\"query\":\"{new string('x', 40)}.{caller}.{line}\"}}\n")))));

        answers.ShouldAllBe(answer => answer.Status == 200 && (int)answer.Answer["alerts"]! == 10);
        var alerts = await host.AlertsAsync();
        alerts.Select(alert => (string)alert["fields"]!["query"]!).ShouldBeUnique();
        alerts.Select(alert => (string)alert["id"]!).ShouldBeUnique();
        alerts.Count.ShouldBe(640);
    }

    [Fact]
    public async Task Post_TheSameKeyAgain_MakesTheSameIds()
    {
        await using var host = await StartAsync();
        var events = await SampleEventsAsync();

        await host.PostAsync(events, "batch 1");
        await host.PostAsync(events, "batch 1");
        await host.PostAsync(events, "batch 2");

        var ids = (await host.AlertsAsync()).Where(alert => (string)alert["rule"]!["level"]! == "medium")
            .Select(alert => (string)alert["id"]!).ToList();
        ids.Count.ShouldBe(2); // each id is kept once
        ids[1].ShouldNotBe(ids[0]);
    }

    /// <summary>Each declares the longest body, and sends a byte of it.</summary>
    [Fact]
    public async Task Post_WhileOthersDeclareAllTheRoom_IsTaken()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxBytesInFlight=33554432");
        var wires = new List<Http1Wire>();
        try
        {
            for (var i = 0; i < 8; i++)
            {
                var wire = await Http1Wire.ConnectAsync(host.Http.BaseAddress!);
                wires.Add(wire);
                await wire.SendAsync(
                    "POST /v1/events HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 16777216\r\n\r\n{");
                (await wire.ReadResponseAsync()).ShouldStartWith("HTTP/1.1 100 ", Case.Sensitive); // the body is being read
            }

            (await host.PostAsync(await SampleEventsAsync())).Status.ShouldBe(200);
        }
        finally
        {
            wires.ForEach(wire => wire.Dispose());
        }
    }

    [Fact]
    public async Task Post_MoreThanTheRoom_IsRefusedForNow()
    {
        await using var host = await StartAsync("--Sigma:Limits:MaxBytesInFlight=1", "--Sigma:Limits:MaxBodyBytes=30000");
        var room = host.Services.GetRequiredService<BodyRoom>();
        room.Take(60_000).ShouldBeNull();

        var (status, _) = await host.PostAsync("{}\n");
        room.Return(60_000);

        status.ShouldBe(429);
        (await host.PostAsync("{}\n")).Status.ShouldBe(200);
    }

    [Fact]
    public async Task Clients_OfOtherMachines_HaveHalfOfTheRoomEach()
    {
        await using var host = await StartAsync();

        host.Services.GetRequiredService<IOptions<ClientLimits>>().Value.DefaultUploadsEach.ShouldBe(8);
    }

    private Task<SigmaHost> StartAsync(params string[] arguments) =>
        SigmaHost.StartAsync(_folder, ["--rules", Path.Combine(Samples, "rules"), .. arguments]);

    private static Task<string> SampleEventsAsync() =>
        File.ReadAllTextAsync(Path.Combine(Samples, "events.ndjson"), TestContext.Current.CancellationToken);
}

using System.Net;
using System.Text;
using Journal.Features.Replay;

namespace Journal.Tests.Splunk;

/// <summary>Splunk's HTTP Event Collector.</summary>
public sealed class HecTests
{
    private const string Event = """{"time":1426279439.5,"fields":{"level":"error"}"""
        + ""","host":"web-1","source":"shop","sourcetype":"_json","event":"<11>disk is full"}""";

    private const string Second = """{"event":{"message":"x","severity":"warn"}}""";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/services/collector")]
    [InlineData("/services/collector/event")]
    [InlineData("/services/collector/event/1.0")]
    public async Task Post_Events_StoresEach(string path)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync(
            path, DoorRequests.Gzip(Encoding.UTF8.GetBytes($"{Event}{Event}\n\n{Second.Replace(":", ": ", StringComparison.Ordinal)}")),
            "text/plain", "gzip", "Splunk 8f3e");

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await answer.TextAsync()).ShouldBe("""{"text":"Success","code":0}""");
        host.Lines().ShouldBe([Event, Event, Second]);
        var fields = SyslogFields.Of(host.Records()[0]);
        (fields.Host, fields.App, fields.Severity, fields.Time!.Value.ToUnixTimeMilliseconds())
            .ShouldBe(("web-1", "shop", 3, 1426279439500));
        SyslogFields.Of(host.Records()[2]).Severity.ShouldBe(4);
    }

    [Fact]
    public async Task Post_RawLines_AreStoredAsTheyCameOrWithWhatTheQueryNames()
    {
        await using var host = await JournalHost.StartAsync();

        using var plain = await host.PostAsync("/services/collector/raw", "one\ntwo\n", "text/plain");
        using var named = await host.PostAsync("/services/collector/raw?host=web-1&sourcetype=app&channel=a-1", "three", "text/plain");

        (await plain.TextAsync()).ShouldBe("""{"text":"Success","code":0}""");
        (await named.TextAsync()).ShouldBe("""{"text":"Success","code":0,"ackId":0}""");
        host.Lines().ShouldBe(["one", "two", """{"host":"web-1","sourcetype":"app","event":"three"}"""]);
    }

    [Fact]
    public async Task Ack_OfWhatWasAnswered_IsTrue()
    {
        await using var host = await JournalHost.StartAsync();
        using var stored = await host.PostAsync("/services/collector?channel=a", Event);

        using var answer = await host.PostAsync("/services/collector/ack?channel=a", """{"acks":[0,7]}""");
        using var garbage = await host.PostAsync("/services/collector/ack?channel=a", "x");

        (await answer.TextAsync()).ShouldBe("""{"acks":{"0":true,"7":false}}""");
        garbage.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Theory]
    [InlineData("", 5, "No data")]
    [InlineData("{\"event\":\"x\"}{\"host\":\"y\"}", 12, "\"invalid-event-number\":1")]
    [InlineData("{\"event\":\"\"}", 13, "\"invalid-event-number\":0")]
    [InlineData("[]", 6, "Invalid data format")]
    [InlineData("{\"event\":", 6, "Nothing was stored")]
    public async Task Post_SomethingElse_GetsSplunksCode(string body, int code, string words)
    {
        await using var host = await JournalHost.StartAsync();

        using var answer = await host.PostAsync("/services/collector/event", body);

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.TextAsync()).ShouldContain($"\"code\":{code}");
        (await answer.TextAsync()).ShouldContain(words);
        host.Writer.NextSequence.ShouldBe(0);
    }

    [Fact]
    public async Task Health_IsToldToAnybody()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };

        (await http.GetStringAsync("/services/collector/health", Token).Within()).ShouldBe("""{"text":"HEC is healthy","code":17}""");
    }

    [Fact]
    public async Task Post_WithAKeyOfTheJournal_InEachForm_IsLetIn()
    {
        using var keys = new ClientKeys();
        var key = keys.Add("web", ["submit"]);
        await using var host = await JournalHost.StartAsync($"Keys={keys.File}");

        foreach (var (sent, status) in ((string?, int)[])
            [($"Splunk {key}", 200), ($"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes($"x:{key}"))}", 200), ($"Bearer {key}", 200),
                ("Splunk wrong", 401), ("Basic !!", 401), (null, 401)])
        {
            using var answer = await host.PostAsync("/services/collector", Encoding.UTF8.GetBytes(Event), key: sent);
            ((int)answer.StatusCode).ShouldBe(status, sent);
        }
    }
}

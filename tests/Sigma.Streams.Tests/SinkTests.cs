using System.Collections.Concurrent;
using System.Net;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Sigma.Streams.Tests;

public sealed class SinkTests : IDisposable
{
    private const string Rule = "title: Any\nlogsource: { product: x }\ndetection: { s: { n|exists: true }, condition: s }\n";

    private readonly TempDirectory _folder = new();

    public SinkTests() => File.WriteAllText(_folder.Combine("rule.yml"), Rule);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Webhook_ThatFailsAtFirst_GetsEachAlertWithItsKey()
    {
        await using var receiver = await Receiver.StartAsync(number => number <= 3 ? 503 : 200);
        await using var host = await StartAsync("webhook", $"--Sigma:Webhook:Url={receiver.Url}");

        var (status, _) = await host.PostAsync("{\"n\":1}\n{\"n\":2}\n");

        status.ShouldBe(200);
        receiver.Taken.Select(taken => (string)taken.Body["id"]!).ShouldBe(receiver.Taken.Select(taken => taken.Key));
        receiver.Taken.Select(taken => (int)taken.Body["record"]!["n"]!).Order().ShouldBe([1, 2]);
        (await host.Http.GetStringAsync("/metrics", TestContext.Current.CancellationToken).Within())
            .ShouldContain("sigma_sink_retries_total{sink=\"webhook\"}");
    }

    [Fact]
    public async Task Webhook_ThatRefuses_MakesADeadLetterAndHoldsNothingUp()
    {
        await using var receiver = await Receiver.StartAsync(_ => 422);
        await using var host = await StartAsync("webhook", $"--Sigma:Webhook:Url={receiver.Url}");

        var (status, answer) = await host.PostAsync("{\"n\":1}\n");

        status.ShouldBe(200);
        ((int)answer["alerts"]!).ShouldBe(1);
        var letter = JsonNode.Parse(File.ReadAllLines(_folder.Combine("data", "dead-letters.ndjson")).ShouldHaveSingleItem())!;
        ((string)letter["source"]!).ShouldBe("webhook");
        ((string)letter["detail"]!).ShouldContain("422");
    }

    [Fact]
    public async Task Webhook_ThatIsAway_MakesTheServiceNotReadyUntilItIsBack()
    {
        var isAway = true;
        await using var receiver = await Receiver.StartAsync(_ => Volatile.Read(ref isAway) ? 503 : 200);
        await using var host = await StartAsync("webhook", $"--Sigma:Webhook:Url={receiver.Url}");

        var post = host.PostAsync("{\"n\":1}\n");
        await UntilReadyIsAsync(host, HttpStatusCode.ServiceUnavailable);
        post.IsCompleted.ShouldBeFalse();
        Volatile.Write(ref isAway, false);

        (await post).Status.ShouldBe(200);
        await UntilReadyIsAsync(host, HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("--Sigma:Sinks:0=nonsense", "There is no sink nonsense.")]
    [InlineData("--Sigma:Sources:0=nonsense", "There is no source nonsense.")]
    public async Task Start_WithAnUnknownName_NamesThoseThatThereAre(string setting, string expected)
    {
        var exception = await Should.ThrowAsync<Exception>(() =>
            SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rule.yml"), setting));

        exception.ToString().ShouldContain(expected);
    }

    [Theory]
    [InlineData("--Sigma:Sinks:0=kafka")]
    [InlineData("--Sigma:Sources:0=kafka")]
    public async Task Start_WithAMatchTopicThatNobodyReadsOrWrites_SaysWhatItNeeds(string setting)
    {
        var exception = await Should.ThrowAsync<Exception>(() =>
            SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rule.yml"), setting, "--Sigma:Kafka:MatchTopic=matches"));

        exception.ToString().ShouldContain("Sigma:Kafka:MatchTopic needs kafka as a source and as a sink.");
    }

    [Fact]
    public async Task Stream_OfAlerts_BringsThemAsTheyCome()
    {
        await using var host = await StartAsync("console");
        await host.PostAsync("{\"n\":1}\n");
        await using var stream = await host.Http.GetStreamAsync("/v1/alerts/stream?after=0", TestContext.Current.CancellationToken)
            .Within();
        using var reader = new StreamReader(stream);

        (await NextAsync(reader)).ShouldBe(1);
        await host.PostAsync("{\"n\":2}\n");

        (await NextAsync(reader)).ShouldBe(2);
    }

    [Fact]
    public async Task Throttle_OfRepeats_SendsTheFirstAndSaysHowManyFollowed()
    {
        await using (var host = await StartAsync("file", $"--Sigma:File:Output={_folder.Combine("alerts")}", "--Sigma:Throttle=01:00:00"))
        {
            await host.PostAsync("{\"n\":1}\n{\"n\":1}\n{\"n\":2}\n{\"n\":1}\n{\"n\":1}\n");
            File.ReadAllLines(_folder.Combine("alerts")).Length.ShouldBe(2);
        }

        // The stop releases what was held back.
        var alerts = File.ReadAllLines(_folder.Combine("alerts")).Select(line => JsonNode.Parse(line)!).ToList();
        alerts.Select(alert => $"{alert["fields"]!["n"]} {alert["repeats"]}").ShouldBe(["1 ", "2 ", "1 2"]);
    }

    [Fact]
    public async Task Throttle_AfterACrash_SendsWhatWasHeldBackThen()
    {
        using var crashed = new TempDirectory();
        await using (var host = await StartAsync("file", $"--Sigma:File:Output={_folder.Combine("alerts")}", "--Sigma:Throttle=01:00:00"))
        {
            await host.PostAsync("{\"n\":1}\n{\"n\":1}\n{\"n\":1}\n");

            // A copy of the disk as it would be if the service ended here.
            Directory.CreateDirectory(crashed.Combine("data"));
            File.Copy(_folder.Combine("data", "throttled.ndjson"), crashed.Combine("data", "throttled.ndjson"));
            File.AppendAllText(crashed.Combine("data", "throttled.ndjson"), "{\"Number\":7,\"Cou");
        }

        var alerts = crashed.Combine("alerts");
        await using (var next = await SigmaHost.StartAsync(
            crashed, "--rules", _folder.Combine("rule.yml"), "--sink", "file", $"--Sigma:File:Output={alerts}"))
        {
            await Deadline.UntilAsync(() => File.Exists(alerts) && File.ReadAllText(alerts).EndsWith('\n'));
        }

        var alert = JsonNode.Parse(File.ReadAllLines(alerts).ShouldHaveSingleItem())!;
        $"{alert["fields"]!["n"]} {alert["repeats"]} {alert["record"]!.ToJsonString()}".ShouldBe("1 1 {\"n\":1}");
        File.ReadAllText(crashed.Combine("data", "throttled.ndjson")).ShouldBeEmpty();
    }

    private static async Task UntilReadyIsAsync(SigmaHost host, HttpStatusCode expected)
    {
        while (true)
        {
            using var response = await host.Http.GetAsync("/healthz/ready", TestContext.Current.CancellationToken).Within();
            if (response.StatusCode == expected)
            {
                return;
            }

            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }

    private static async Task<int> NextAsync(StreamReader reader)
    {
        while (true)
        {
            var line = await reader.ReadLineAsync(TestContext.Current.CancellationToken).Within();
            if (line!.StartsWith("data: ", StringComparison.Ordinal))
            {
                return (int)JsonNode.Parse(line["data: ".Length..])!["record"]!["n"]!;
            }
        }
    }

    private Task<SigmaHost> StartAsync(string sink, params string[] arguments) =>
        SigmaHost.StartAsync(_folder, ["--rules", _folder.Combine("rule.yml"), "--sink", sink, .. arguments]);

    /// <summary>The other side of a webhook.</summary>
    private sealed class Receiver(WebApplication app, ConcurrentQueue<(string Key, JsonNode Body)> taken) : IAsyncDisposable
    {
        public string Url => $"{app.Urls.Single()}/hook";

        public IReadOnlyList<(string Key, JsonNode Body)> Taken => [.. taken];

        /// <param name="answer">The status for the request with a number; the first is 1.</param>
        public static async Task<Receiver> StartAsync(Func<int, int> answer)
        {
            var taken = new ConcurrentQueue<(string, JsonNode)>();
            var builder = WebApplication.CreateSlimBuilder();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            var app = builder.Build();
            var number = 0;
            app.MapPost("/hook", async (HttpContext context) =>
            {
                var status = answer(Interlocked.Increment(ref number));
                var body = await JsonNode.ParseAsync(context.Request.Body, cancellationToken: context.RequestAborted);
                if (status == 200)
                {
                    taken.Enqueue(($"{context.Request.Headers["Idempotency-Key"]}", body!));
                }

                return Results.StatusCode(status);
            });
            await app.StartAsync(TestContext.Current.CancellationToken).Within();
            return new Receiver(app, taken);
        }

        public async ValueTask DisposeAsync()
        {
            await app.StopAsync(CancellationToken.None).Within();
            await app.DisposeAsync().Within();
        }
    }
}

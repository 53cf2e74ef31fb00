using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

[assembly: AssemblyFixture(typeof(ElasticsearchFixture))]

namespace Analyzer.Service.Tests.Storage;

/// <summary>
/// While the store is away, every request is answered with 503; when it is back, the service goes on by itself. The latencies are only
/// reported: the lab's crash command measures them. ANALYZER_OUTAGE_SECONDS makes the outage longer.
/// </summary>
[Collection(nameof(AloneInTheProcess))]
[Trait("Category", "EndToEnd")]
public sealed class ElasticsearchAwayTests(ElasticsearchFixture cluster)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Start_NobodyAnswers_LivesAndSays503(bool blackHole)
    {
        // A listener that nobody serves takes connections and never answers.
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        if (!blackHole)
        {
            listener.Stop();
        }

        await using var host = await AnalyzerHost.StartAsync("Store=elasticsearch", $"Elasticsearch:Url=http://127.0.0.1:{port}");
        using var client = new HttpClient { BaseAddress = host.Http1 };

        (await StatusAsync(client, "/healthz/live")).ShouldBe(HttpStatusCode.OK);
        (await StatusAsync(client, "/healthz/ready")).ShouldBe(HttpStatusCode.ServiceUnavailable);
        HttpResponseMessage[] answers =
        [
            await SubmitAsync(client),
            await client.GetAsync($"/v1/files/{new string('a', 64)}", Cancellation).Within(),
            await client.GetAsync("/v1/files", Cancellation).Within(),
        ];
        foreach (var answer in answers)
        {
            answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
            answer.Headers.RetryAfter.ShouldNotBeNull();
            answer.Dispose();
        }
    }

    [Fact]
    public async Task Serve_ElasticsearchStoppedUnderLoad_Says503AndGoesOnWhenItIsBack()
    {
        await using var server = PausableProxy.To(new Uri(await cluster.SkipUnlessPresentAsync()));
        await using var host = await AnalyzerHost
            .StartAsync("Store=elasticsearch", $"Elasticsearch:Url={server.Address}", $"Elasticsearch:Alias=test-{Guid.NewGuid():n}");
        using var client = new HttpClient { BaseAddress = host.Http1 };
        await using var traffic = new Traffic(host);
        await traffic.UntilAsync(500, HttpStatusCode.Created).Within(Deadline.Extended);

        var paused = Stopwatch.GetTimestamp();
        server.Pause();
        try
        {
            await traffic.UntilAsync(50, HttpStatusCode.ServiceUnavailable).Within(Deadline.Extended);
            (await StatusAsync(client, "/healthz/ready")).ShouldBe(HttpStatusCode.ServiceUnavailable);
            (await StatusAsync(client, "/healthz/live")).ShouldBe(HttpStatusCode.OK);
            await Task.Delay(TimeSpan.FromSeconds(OutageSeconds), Cancellation);
        }
        finally
        {
            server.Resume();
        }

        var resumed = Stopwatch.GetTimestamp();
        await traffic.UntilAsync(500, HttpStatusCode.Created).Within(Deadline.Extended);
        (await StatusAsync(client, "/healthz/ready")).ShouldBe(HttpStatusCode.OK);
        await traffic.StopAsync().Within();

        var answers = traffic.Answers;
        answers.ShouldAllBe(answer => answer.IsRight || (answer.Status == HttpStatusCode.ServiceUnavailable && answer.SaysWhenToRetry));
        var slowest = answers.Max(answer => answer.Latency);
        var recovery = Recovery(answers, paused, resumed);
        TestContext.Current.SendDiagnosticMessage(
            $"slowest of {answers.Count} answers {slowest.TotalSeconds:0.00} s, "
            + $"{answers.Count(answer => answer.Status == HttpStatusCode.ServiceUnavailable)} times 503, "
            + $"full rate {recovery.TotalSeconds:0.00} s after the return");
        await host.ShouldHaveReportsAsync(traffic.Acknowledged);
    }

    private static double OutageSeconds =>
        double.Parse(Environment.GetEnvironmentVariable("ANALYZER_OUTAGE_SECONDS") ?? "2", CultureInfo.InvariantCulture);

    /// <summary>From the return until half a second begins in which as many submissions were taken as usually before the traffic.</summary>
    private static TimeSpan Recovery(IReadOnlyList<TrafficAnswer> answers, long paused, long resumed)
    {
        var window = Stopwatch.Frequency / 2;
        var taken = answers.Where(answer => answer is { IsSubmission: true, IsRight: true }).Select(answer => answer.End).Order().ToArray();
        var before = taken.Where(end => end < paused).ToArray();
        var usual = 0.8 * before.Length * window / (before[^1] - before[0]);
        var after = taken.Where(end => end >= resumed).ToArray();
        var back = after.FirstOrDefault(start => after.Count(end => end >= start && end < start + window) >= usual, after[^1]);
        return Stopwatch.GetElapsedTime(resumed, back);
    }

    private static async Task<HttpStatusCode> StatusAsync(HttpClient client, string path)
    {
        using var answer = await client.GetAsync(path, Cancellation).Within();
        return answer.StatusCode;
    }

    private static Task<HttpResponseMessage> SubmitAsync(HttpClient client) =>
        client.PostAsync("/v1/files", new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray()), Cancellation).Within();
}

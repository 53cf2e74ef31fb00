using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

[assembly: AssemblyFixture(typeof(ElasticsearchCluster))]

namespace Analyzer.Service.Tests.Storage;

/// <summary>A store that is away: 503 at once, and nothing else to be done when it is back. ANALYZER_OUTAGE_SECONDS makes the outage longer.</summary>
[Collection(nameof(AloneInTheProcess))]
public sealed class ElasticsearchAwayTests(ElasticsearchCluster cluster)
{
    /// <summary>The contract is 2 s and 5 s on a machine that has the time; this one may be doing anything else.</summary>
    private const int Slack = 3;

    private static readonly TimeSpan MostLatency = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MostRecovery = TimeSpan.FromSeconds(5);

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
        foreach (var answer in (HttpResponseMessage[])[await SubmitAsync(client), await client.GetAsync($"/v1/files/{new string('a', 64)}", Cancellation).Within(), await client.GetAsync("/v1/files", Cancellation).Within()])
        {
            answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
            answer.Headers.RetryAfter.ShouldNotBeNull();
            answer.Dispose();
        }
    }

    [Fact]
    public async Task Serve_ElasticsearchStoppedUnderLoad_Says503AndGoesOnWhenItIsBack()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there are no signals to stop a process with on Windows");
        var url = await cluster.SkipUnlessPresentAsync();
        await using var host = await AnalyzerHost.StartAsync("Store=elasticsearch", $"Elasticsearch:Url={url}", $"Elasticsearch:Alias=test-{Guid.NewGuid():n}");
        using var client = new HttpClient { BaseAddress = host.Http1 };
        await using var traffic = new Traffic(host);
        await traffic.UntilAsync(500, HttpStatusCode.Created).Within();

        var paused = Stopwatch.GetTimestamp();
        await cluster.PauseAsync();
        try
        {
            await traffic.UntilAsync(50, HttpStatusCode.ServiceUnavailable).Within();
            (await StatusAsync(client, "/healthz/ready")).ShouldBe(HttpStatusCode.ServiceUnavailable);
            (await StatusAsync(client, "/healthz/live")).ShouldBe(HttpStatusCode.OK);
            await Task.Delay(TimeSpan.FromSeconds(OutageSeconds), Cancellation);
        }
        finally
        {
            await cluster.ResumeAsync();
        }

        var resumed = Stopwatch.GetTimestamp();
        await traffic.UntilAsync(500, HttpStatusCode.Created).Within();
        (await StatusAsync(client, "/healthz/ready")).ShouldBe(HttpStatusCode.OK);
        await traffic.StopAsync().Within();

        var answers = traffic.Answers;
        answers.ShouldAllBe(answer => answer.IsRight || (answer.Status == HttpStatusCode.ServiceUnavailable && answer.SaysWhenToRetry));
        var slowest = answers.Max(answer => answer.Latency);
        var recovery = Recovery(answers, paused, resumed);
        TestContext.Current.SendDiagnosticMessage(
            $"slowest of {answers.Count} answers {slowest.TotalSeconds:0.00} s, {answers.Count(answer => answer.Status == HttpStatusCode.ServiceUnavailable)} times 503, full rate {recovery.TotalSeconds:0.00} s after the return");
        slowest.ShouldBeLessThan(Slack * MostLatency);
        recovery.ShouldBeLessThan(Slack * MostRecovery);
        foreach (var id in traffic.Acknowledged)
        {
            (await host.Store.FindAsync(id, Cancellation)).ShouldNotBeNull();
        }
    }

    private static double OutageSeconds => double.Parse(Environment.GetEnvironmentVariable("ANALYZER_OUTAGE_SECONDS") ?? "2", CultureInfo.InvariantCulture);

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

using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

[assembly: AssemblyFixture(typeof(ElasticsearchFixture))]

namespace Sigma.Streams.Tests;

public sealed class ElasticsearchSinkTests : IDisposable
{
    private const string Rule =
        "title: Any\nid: 5a1c7f2e-7a5d-4a52-9b0c-52f4f4a5e0aa\nlogsource: { product: x }\n"
        + "detection: { s: { n|exists: true }, condition: s }\n";

    private readonly TempDirectory _folder = new();
    private readonly ElasticsearchFixture _cluster;
    private readonly string _index = $"test-{Guid.NewGuid():n}";

    public ElasticsearchSinkTests(ElasticsearchFixture cluster)
    {
        _cluster = cluster;
        File.WriteAllText(_folder.Combine("rule.yml"), Rule);
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task Write_TheSameAlertsTwice_AreOneDocumentEach()
    {
        using var elasticsearch = await ConnectAsync();
        await using var host = await StartAsync(elasticsearch.BaseAddress!);

        (await host.PostAsync("{\"n\":1,\"deep\":{\"a\":[1,\"x\"]}}\n{\"n\":\"text\",\"deep\":7}\n", key: "once")).Status.ShouldBe(200);
        (await host.PostAsync("{\"n\":1,\"deep\":{\"a\":[1,\"x\"]}}\n{\"n\":\"text\",\"deep\":7}\n", key: "once")).Status.ShouldBe(200);

        var found = await SearchAsync(elasticsearch, """{"query":{"term":{"rule.title":"Any"}}}""");
        found.Select(hit => (string)hit["_id"]!).Order(StringComparer.Ordinal)
            .ShouldBe((await host.AlertsAsync()).Select(alert => (string)alert["id"]!).Distinct().Order(StringComparer.Ordinal));
        found.Count.ShouldBe(2);
        (await SearchAsync(elasticsearch, """{"query":{"term":{"fields.n":"text"}}}""")).ShouldHaveSingleItem()
            ["_source"]!["record"]!["deep"]!.GetValue<int>().ShouldBe(7);
    }

    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task Write_AlertThatAnIndexOfOnesOwnRefuses_IsADeadLetter()
    {
        using var elasticsearch = await ConnectAsync();
        (await PutAsync(elasticsearch, $"/{_index}", """{"mappings":{"dynamic":"strict"}}""")).ShouldBe(HttpStatusCode.OK);
        await using var host = await StartAsync(elasticsearch.BaseAddress!);

        (await host.PostAsync("{\"n\":1}\n")).Status.ShouldBe(200);

        var letter = JsonNode.Parse(File.ReadAllLines(_folder.Combine("data", "dead-letters.ndjson")).ShouldHaveSingleItem())!;
        ((string)letter["source"]!).ShouldBe("elasticsearch");
        ((string)letter["detail"]!).ShouldContain("strict_dynamic_mapping_exception");
    }

    /// <summary>Without <c>@timestamp</c> a data stream takes nothing.</summary>
    [Fact]
    [Trait("Category", "EndToEnd")]
    public async Task Write_AnAlert_IsADocumentWithTheTimeOfTheEvent()
    {
        using var elasticsearch = await ConnectAsync();
        await using var host = await StartAsync(elasticsearch.BaseAddress!);

        (await host.PostAsync("{\"n\":1,\"time\":\"2026-01-02T03:04:05Z\"}\n", key: "once")).Status.ShouldBe(200);
        (await host.PostAsync("{\"n\":1,\"time\":\"2026-01-02T03:04:05Z\"}\n", key: "once")).Status.ShouldBe(200);
        (await host.PostAsync("{\"n\":2}\n")).Status.ShouldBe(200);

        File.Exists(_folder.Combine("data", "dead-letters.ndjson")).ShouldBeFalse();
        (await SearchAsync(elasticsearch, """{"query":{"match_all":{}}}""")).Count.ShouldBe(2);
        (await SearchAsync(elasticsearch, """{"query":{"term":{"@timestamp":"2026-01-02T03:04:05Z"}}}""")).ShouldHaveSingleItem()
            ["_source"]!["record"]!["n"]!.GetValue<int>().ShouldBe(1);
    }

    [Fact]
    public async Task Write_ClusterThatIsBusyAndThenAway_IsTriedAgainUntilItTakesTheAlert()
    {
        await using var cluster = await Cluster.StartAsync(attempt => attempt switch
        {
            1 => (200, """{"items":[{"create":{"status":429,"error":{"type":"es_rejected_execution_exception","reason":"full"}}}]}"""),
            2 or 3 => (503, "{}"), // the client itself asks twice
            _ => (200, """{"items":[{"create":{"status":201}}]}"""),
        });
        await using var host = await StartAsync(new Uri(cluster.Url));

        (await host.PostAsync("{\"n\":1,\"time\":\"2026-01-02T03:04:05Z\"}\n")).Status.ShouldBe(200);

        var body = cluster.Bodies.Distinct().ShouldHaveSingleItem();
        body.ShouldContain((string)(await host.AlertsAsync()).Single()["id"]!);
        body.ShouldContain("{\"@timestamp\":\"2026-01-02T03:04:05.0000000Z\",\"rule\":{");
        File.Exists(_folder.Combine("data", "dead-letters.ndjson")).ShouldBeFalse();
        (await host.Http.GetStringAsync("/metrics", Cancellation).Within())
            .ShouldContain("sigma_sink_retries_total{sink=\"elasticsearch\"} 2");
    }

    [Theory]
    [InlineData(200, "<html>a proxy's greeting</html>")]
    [InlineData(200, "{\"items\":[{\"create\":{\"sta")]
    [InlineData(200, "{\"items\":[]}")]
    [InlineData(200, "{\"items\":[{\"delete\":{\"status\":200}}]}")]
    [InlineData(200, "{}")]
    [InlineData(200, "")]
    [InlineData(404, "<html>no such page</html>")]
    [InlineData(404, "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"gone\"},\"status\":404}")]
    [InlineData(500, "{\"error\":{\"type\":\"null_pointer_exception\",\"reason\":\"oops\"},\"status\":500}")]
    public async Task Write_ResponseThatIsNoAnswer_IsTriedAgain(int status, string body)
    {
        await using var cluster = await Cluster.StartAsync(
            attempt => attempt == 1 ? (status, body) : (200, """{"items":[{"create":{"status":201}}]}"""));
        await using var host = await StartAsync(new Uri(cluster.Url));

        (await host.PostAsync("{\"n\":1}\n")).Status.ShouldBe(200);

        cluster.Bodies.Count.ShouldBe(2);
        File.Exists(_folder.Combine("data", "dead-letters.ndjson")).ShouldBeFalse();
    }

    /// <summary>Too large together, they go by halves; an alert that is too large by itself would stop all that come after it.</summary>
    [Fact]
    public async Task Write_MoreThanAProxyTakes_IsSentInPartsAndOnlyWhatIsTooLargeByItselfIsADeadLetter()
    {
        await using var cluster = await Cluster.StartAsync(body => body.Length > 2000
            ? (413, "<html>too large</html>")
            : (200, $"{{\"items\":[{string.Join(',', Enumerable.Repeat("""{"create":{"status":201}}""", Writes(body)))}]}}"));
        await using var host = await StartAsync(new Uri(cluster.Url));

        var events = Enumerable.Range(0, 20).Select(number => $"{{\"n\":\"{new string('x', number == 7 ? 3000 : number)}\"}}\n");
        (await host.PostAsync(string.Concat(events))).Status.ShouldBe(200);

        var letter = JsonNode.Parse(File.ReadAllLines(_folder.Combine("data", "dead-letters.ndjson")).ShouldHaveSingleItem())!;
        ((string)letter["detail"]!).ShouldContain("does not take a request of this size: raise the limit there (HTTP 413)");
        cluster.Bodies.Where(body => body.Length <= 2000).Sum(Writes).ShouldBe(19);

        static int Writes(string body) => body.Count(c => c == '\n') / 2;
    }

    [Fact]
    public async Task Write_AnotherProductAnswers_IsNotTakenForAStoredAlert()
    {
        await using var cluster = await Cluster.StartAsync(
            attempt => (200, """{"items":[{"create":{"status":201}}]}"""), namesProduct: attempt => attempt > 1);
        await using var host = await StartAsync(new Uri(cluster.Url));

        (await host.PostAsync("{\"n\":1}\n")).Status.ShouldBe(200);

        cluster.Bodies.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Start_WithAnAddressThatIsNone_SaysWhichSetting()
    {
        var exception = await Should.ThrowAsync<Exception>(() => SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rule.yml"), "--sink", "elasticsearch", "--Sigma:Elasticsearch:Url=nonsense"));

        exception.ToString().ShouldContain("Sigma:Elasticsearch: 'nonsense' is not an http or https address.");
    }

    private static async Task<HttpStatusCode> PutAsync(HttpClient elasticsearch, string path, string json)
    {
        using var body = new StringContent(json, Encoding.UTF8, "application/json");
        using var response = await elasticsearch.PutAsync(path, body, Cancellation).Within();
        return response.StatusCode;
    }

    private Task<SigmaHost> StartAsync(Uri address) => SigmaHost.StartAsync(
        _folder, "--rules", _folder.Combine("rule.yml"), "--sink", "elasticsearch", $"--Sigma:Elasticsearch:Url={address}",
        $"--Sigma:Elasticsearch:Index={_index}");

    private async Task<HttpClient> ConnectAsync() => new() { BaseAddress = new((await _cluster.SkipUnlessPresentAsync()).Split(',')[0]) };

    private async Task<IReadOnlyList<JsonNode>> SearchAsync(HttpClient elasticsearch, string query)
    {
        (await elasticsearch.PostAsync($"/{_index}/_refresh", null, Cancellation).Within()).EnsureSuccessStatusCode();
        using var body = new StringContent(query, Encoding.UTF8, "application/json");
        using var response = await elasticsearch.PostAsync($"/{_index}/_search", body, Cancellation).Within();
        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        var found = await response.Content.ReadFromJsonAsync<JsonNode>(Cancellation).Within();
        return [.. found!["hits"]!["hits"]!.AsArray().Select(hit => hit!)];
    }

    /// <summary>Says that it is Elasticsearch, and what a test wants of it.</summary>
    private sealed class Cluster(WebApplication app, List<string> bodies) : IAsyncDisposable
    {
        public string Url => app.Urls.Single();

        public List<string> Bodies => bodies;

        /// <param name="answer">Status and body for the bulk request with a number; the first is 1.</param>
        /// <param name="namesProduct">Whether it says whose it is; null for always.</param>
        public static Task<Cluster> StartAsync(Func<int, (int Status, string Body)> answer, Func<int, bool>? namesProduct = null)
        {
            var number = 0;
            return StartAsync(_ => answer(++number), () => namesProduct?.Invoke(number) != false);
        }

        /// <param name="answer">Status and body for the body of a bulk request.</param>
        public static Task<Cluster> StartAsync(Func<string, (int Status, string Body)> answer) => StartAsync(answer, () => true);

        private static async Task<Cluster> StartAsync(Func<string, (int Status, string Body)> answer, Func<bool> namesProduct)
        {
            var bodies = new List<string>();
            var builder = WebApplication.CreateSlimBuilder();
            builder.WebHost.UseUrls("http://127.0.0.1:0");
            var app = builder.Build();
            app.MapFallback(async (HttpContext context) =>
            {
                if (!context.Request.Path.Value!.EndsWith("/_bulk", StringComparison.Ordinal))
                {
                    context.Response.Headers["X-Elastic-Product"] = "Elasticsearch";
                    return;
                }

                using var reader = new StreamReader(context.Request.Body);
                bodies.Add(await reader.ReadToEndAsync(context.RequestAborted)); // one at a time: each waits for the one before
                var (status, body) = answer(bodies[^1]);
                if (namesProduct())
                {
                    context.Response.Headers["X-Elastic-Product"] = "Elasticsearch";
                }

                context.Response.StatusCode = status;
                context.Response.ContentType = body.StartsWith('<') ? "text/html" : "application/json";
                await context.Response.WriteAsync(body, context.RequestAborted);
            });
            await app.StartAsync(Cancellation).Within();
            return new(app, bodies);
        }

        public async ValueTask DisposeAsync()
        {
            await app.StopAsync(CancellationToken.None).Within();
            await app.DisposeAsync().Within();
        }
    }
}

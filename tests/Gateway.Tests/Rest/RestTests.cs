using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Gateway.Tests.Versions;

namespace Gateway.Tests.Rest;

/// <summary>REST through the gateway is REST at the analyzer: the same status, the same headers, the same bytes.</summary>
public sealed class RestTests
{
    private static readonly byte[] File = "%PDF-1.4\n1 0 obj << /OpenAction 2 0 R >> endobj\n%%EOF\n"u8.ToArray();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Submit_NewThenKnown_AnswersAsTheAnalyzerDoes()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var clean = gateway.Log.ExpectClean();
        using var through = new HttpClient { BaseAddress = gateway.Http1 };
        using var direct = new HttpClient { BaseAddress = analyzer.Http1 };

        using var created = await through.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        using var known = await through.PostAsync("/api/Analyzer/submitFile", new ByteArrayContent(File), Token).Within();
        using var there = await direct.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();

        created.StatusCode.ShouldBe(HttpStatusCode.Created, await created.Content.ReadAsStringAsync(Token));
        known.StatusCode.ShouldBe(HttpStatusCode.OK);
        created.Headers.Location.ShouldBe(there.Headers.Location);
        (await known.Content.ReadAsStringAsync(Token)).ShouldBe(await there.Content.ReadAsStringAsync(Token));
        Headers(known).ShouldBe(Headers(there));
    }

    [Fact]
    public async Task AnyRoute_ThroughTheGateway_AnswersAsTheAnalyzerDoes()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var clean = gateway.Log.ExpectClean();
        using var through = new HttpClient { BaseAddress = gateway.Http1 };
        using var direct = new HttpClient { BaseAddress = analyzer.Http1 };
        using var submitted = await direct.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        var report = (await submitted.Content.ReadFromJsonAsync<JsonObject>(Token))!;

        foreach (var line in new[]
        {
            "GET /v1/files/{sha256}",
            "HEAD /v1/files/{sha256}",
            "GET /v1/files/abc",
            "GET /v1/files/0000000000000000000000000000000000000000000000000000000000000000",
            "GET /v1/files",
            "GET /v1/files?limit=1&verdict=suspicious",
            "GET /v1/files?limit=0",
            "GET /v1/files?limit=many",
            "GET /v1/files?verdict=harmless",
            "GET /v1/files?verdict=1",
            "GET /v1/files?after=garbage",
            "GET /api/Analyzer/analyzeResult?fileHash={sha256}",
            "GET /api/Analyzer/analyzeResult",
            "GET /v1/files?verdict=suspicious&type=application/*&minScore=1&maxScore=10000&from=2020-01-01T00:00:00Z",
            "GET /v1/files?minScore=2&maxScore=1",
            "GET /v1/files?from=yesterday",
            "HEAD /v1/files",
            "DELETE /v1/files/{sha256}",
            "PUT /v1/files/{sha256}",
            "GET /v1/rules",
            "GET /v1/limits",
            "HEAD /v1/rules",
            "POST /v1/limits",
            "GET /openapi/v2.json",
            "GET /nothing/here/at/all",
            "DELETE /v1/files",
        })
        {
            var request = line.Replace("{sha256}", (string?)report["sha256"]);

            (await AnswerAsync(through, request)).ShouldBe(await AnswerAsync(direct, request), request);
        }
    }

    [Theory]
    [InlineData("/v1/rules")]
    [InlineData("/openapi/v1.json")]
    public async Task Document_AskedForAgainWithItsTag_IsNotSentTwice(string path)
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var first = await http.GetAsync(path, Token).Within();
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.IfNoneMatch.Add(first.Headers.ETag!);

        using var second = await http.SendAsync(request, Token).Within();

        second.StatusCode.ShouldBe(HttpStatusCode.NotModified);
        (await second.Content.ReadAsByteArrayAsync(Token)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("GET", "AnalyzeResult")]
    [InlineData("POST", "SubmitFile")]
    public async Task Call_Traced_ReachesTheAnalyzerBelowTheGatewaysSpanAndWithTheAddressOfItsConnection(string method, string called)
    {
        await using var analyzer = await NewerAnalyzer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var spans = new SpanSink();
        using var plain = new SocketsHttpHandler { ActivityHeadersPropagator = null };
        using var http = new HttpClient(plain) { BaseAddress = gateway.Http1 };
        using var request = new HttpRequestMessage(new HttpMethod(method), method == "GET" ? "/v1/files/00" : "/v1/files");
        request.Headers.Add("traceparent", spans.TraceParent);
        request.Headers.Add("X-Forwarded-For", "1.2.3.4");
        request.Content = method == "GET" ? null : new ByteArrayContent([1, 2, 3]);

        using var answered = await http.SendAsync(request, Token).Within();

        answered.IsSuccessStatusCode.ShouldBeTrue();
        var headers = analyzer.Calls[called];
        headers.GetAll("traceparent").Select(entry => entry.Value).ShouldBe([spans.TraceParentOf(await spans.SingleAsync())]);
        headers.GetAll("x-forwarded-for").Select(entry => entry.Value).ShouldBe(["127.0.0.1"]);
    }

    private static async Task<string> AnswerAsync(HttpClient http, string request)
    {
        var (method, path) = (request.Split(' ')[0], request.Split(' ')[1]);
        using var response = await http.SendAsync(new HttpRequestMessage(new HttpMethod(method), path), Token).Within();
        return $"{response.StatusCode}\n{Headers(response)}\n\n{WithoutTrace(await response.Content.ReadAsStringAsync(Token))}";
    }

    /// <summary>But for the framing of the body: a page of the listing has its length here, and is chunked there.</summary>
    private static string Headers(HttpResponseMessage response) => string.Join('\n', response.Headers.Concat(response.Content.Headers)
        .Where(header => header.Key is not ("Date" or "Transfer-Encoding" or "Content-Length"))
        .OrderBy(header => header.Key, StringComparer.Ordinal)
        .Select(header => $"{header.Key}: {string.Join(',', header.Value)}"));

    private static string WithoutTrace(string body)
    {
        if (!body.Contains("traceId"))
        {
            return body;
        }

        var problem = JsonNode.Parse(body)!.AsObject();
        problem.Remove("traceId");
        return problem.ToJsonString();
    }
}

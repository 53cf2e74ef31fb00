using System.Text.Json.Nodes;
using Gateway.Tests.Hosting;
using Grpc.Core;
using Grpc.Net.Client;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Access;

/// <summary>
/// A gateway asks clients for their keys, shows the analyzer its own, and says who asked: that is believed where it is trusted.
/// </summary>
public sealed class NamedClientTests : IDisposable
{
    private readonly TempDirectory _folder = new("named-client");
    private readonly ClientKeys _atAnalyzer = new();
    private readonly ClientKeys _atGateway = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _atAnalyzer.Dispose();
        _atGateway.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("127.0.0.1", true)]
    [InlineData("192.0.2.1", false)]
    [InlineData(null, false)]
    public async Task Client_OfAGateway_IsTheOneThatTheAnalyzerCounts(string? trusted, bool believed)
    {
        var own = _atAnalyzer.Add("gateway", ["submit", "read"]);
        var client = _atGateway.Add("Ada", ["submit", "read"]);
        var audit = _folder.Combine("audit.ndjson");
        string[] trust = trusted is null ? [] : [$"TrustedProxies={trusted}"];
        await using (var host = await AnalyzerHost.StartAsync([$"Keys={_atAnalyzer.File}", $"Audit:File={audit}", .. trust]))
        await using (var gateway = await GatewayHost.StartAsync([host.Http2], $"Keys={_atGateway.File}", $"BackendKey={own}"))
        {
            using var http = new HttpClient { BaseAddress = gateway.Http1 };
            http.DefaultRequestHeaders.Add("x-api-key", client);
            http.DefaultRequestHeaders.Add("x-client", "key:forged");
            using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray()), Token).Within();
            submitted.EnsureSuccessStatusCode();
            using var channel = GrpcChannel.ForAddress(gateway.Http2);
            var metadata = new Metadata { { "x-api-key", client }, { "x-client", "key:forged" } };
            var grpc = new Wire.Analyzer.AnalyzerClient(channel);
            await grpc.ListResultsAsync(new(), metadata, cancellationToken: Token).ResponseAsync.Within();
        }

        var lines = (await File.ReadAllLinesAsync(audit, Token)).Select(line => JsonNode.Parse(line)!)
            .Where(line => (string?)line["action"] is "SubmitFile" or "ListResults").ToList();
        lines.Count.ShouldBe(2);
        lines.ShouldAllBe(line => (string?)line["client"] == $"key:{Id(believed ? client : own)}");
        lines.ShouldAllBe(line => (string?)line["outcome"] == "ok");
    }

    [Fact]
    public async Task Client_UnknownToTheGateway_ReachesNoAnalyzer()
    {
        var own = _atAnalyzer.Add("gateway", ["submit", "read"]);
        await using var host = await AnalyzerHost.StartAsync($"Keys={_atAnalyzer.File}");
        await using var gateway = await GatewayHost.StartAsync([host.Http2], $"Keys={_atGateway.File}", $"BackendKey={own}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        http.DefaultRequestHeaders.Add("x-api-key", own); // the analyzer's key, which is none of the gateway's

        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent("%PDF-1.4\n%%EOF\n"u8.ToArray()), Token).Within();

        ((int)submitted.StatusCode).ShouldBe(401);
        (await host.CountAsync()).ShouldBe(0);
    }

    /// <summary>A trusted gateway that is refused itself speaks for nobody: its client is told so, and not that it lacks a scope.</summary>
    [Theory]
    [InlineData(false, 401, "unauthenticated")]
    [InlineData(true, 503, "keys-unreadable")]
    public async Task Gateway_ItselfRefused_IsToldWhy(bool broken, int status, string slug)
    {
        var own = _atAnalyzer.Add("gateway", ["submit", "read"]);
        await using var host = await AnalyzerHost.StartAsync($"Keys={_atAnalyzer.File}", "TrustedProxies=127.0.0.1");
        using var http = new HttpClient { BaseAddress = host.Http1 };
        http.DefaultRequestHeaders.Add("x-api-key", own);
        http.DefaultRequestHeaders.Add("x-client", "key:ada");
        (await AskAsync()).Status.ShouldBe(200);

        if (broken)
        {
            _atAnalyzer.Break();
        }
        else
        {
            _atAnalyzer.Revoke(own);
        }

        await Deadline.UntilAsync(async () => (await AskAsync()).Status != 200);

        (await AskAsync()).ShouldBe((status, $"urn:analyzer:problem:{slug}", broken));

        async Task<(int Status, string? Type, bool RetryAfter)> AskAsync()
        {
            using var answer = await http.GetAsync("/v1/files", Token).Within();
            var body = JsonNode.Parse(await answer.Content.ReadAsStringAsync(Token).Within())!;
            return ((int)answer.StatusCode, (string?)body["type"], answer.Headers.RetryAfter is not null);
        }
    }

    private static string Id(string key) => key.Split('.')[0];
}

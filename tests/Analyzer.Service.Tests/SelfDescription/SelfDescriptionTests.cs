using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Analyzer.Core;
using Analyzer.Engines;
using Analyzer.Service.Tests.Edges;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.SelfDescription;

public sealed class SelfDescriptionTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rules_EachRuleOfTheEngine_IsToldWithWhatItMeans()
    {
        await using var host = await AnalyzerHost.StartAsync();

        var rules = await GetAsync(host, "/v1/rules");

        ((int?)rules["suspiciousFrom"]).ShouldBe(EngineRules.SuspiciousFrom);
        ((int?)rules["maliciousFrom"]).ShouldBe(EngineRules.MaliciousFrom);
        rules["calibration"]!.AsArray()
            .Select(entry => new ThresholdShares(
                (int)entry!["threshold"]!, (double)entry["maliciousShare"]!, (double)entry["ordinaryShare"]!))
            .ShouldBe(EngineRules.Calibration);
        rules["rules"]!.AsArray().Select(rule => (string?)rule!["id"]).ShouldBe(EngineRules.All.Select(rule => rule.Id));
        rules["rules"]!.AsArray().ShouldAllBe(rule => new[] { "reason", "reference", "since" }.All(name => (string?)rule![name] != ""));
    }

    [Theory]
    [InlineData("@echo off")]
    [InlineData("<html><script></script></html>")]
    public async Task Rules_EachFindingOfAReport_HasItsRule(string content)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.RestHttp1.Connect(host);
        var submitted = await edge.SubmitAsync(Pieces.Of(Encoding.ASCII.GetBytes(content)), null, null, Token).Within();

        var ids = (await GetAsync(host, "/v1/rules"))["rules"]!.AsArray().Select(rule => (string?)rule!["id"]).ToList();

        var found = submitted.Report!["findings"]!.AsArray().Select(finding => (string?)finding!["rule"]).ToList();
        found.ShouldNotBeEmpty();
        found.ShouldBeSubsetOf(ids);
    }

    [Fact]
    public async Task Rules_Engine_IsSpelledAsInAReport()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.RestHttp1.Connect(host);
        var submitted = await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        var rules = await GetAsync(host, "/v1/rules");

        rules["engine"]!.ToJsonString().ShouldBe(submitted.Report!["engine"]!.ToJsonString());
    }

    [Fact]
    public async Task Limits_OfTheSettings_AreInBytesAndSeconds()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MaxFileBytes=1000", "Limits:IdleTimeout=00:00:02.5");

        var limits = await GetAsync(host, "/v1/limits");

        limits.ToJsonString().ShouldBe(
            """
            {"maxFileBytes":1000,"maxUploads":1024,"maxBytesInFlight":68719476736,"idleTimeout":2.5,"totalTimeout":1800,
            "minDataRate":4096,"minDataRateGrace":10,"retryAfter":1,"deletion":false,"maxPageSize":1000}
            """.ReplaceLineEndings(""));
        ((int?)limits["maxPageSize"]).ShouldBe(ReportQuery.MaxLimit);
    }

    [Fact]
    public async Task Limits_DeletionAllowed_SaySo()
    {
        await using var host = await AnalyzerHost.StartAsync("Deletion=true");

        ((bool?)(await GetAsync(host, "/v1/limits"))["deletion"]).ShouldBe(true);
    }

    [Theory]
    [InlineData("/v1/rules")]
    [InlineData("/v1/limits")]
    public async Task Get_AgainWithItsTag_IsNotSentTwice(string path)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var first = await http.GetAsync(path, Token).Within();

        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.IfNoneMatch.Add(first.Headers.ETag!);
        using var second = await http.SendAsync(request, Token).Within();

        second.StatusCode.ShouldBe(HttpStatusCode.NotModified);
        first.Headers.CacheControl!.NoCache.ShouldBeTrue();
        (await second.Content.ReadAsByteArrayAsync(Token).Within()).ShouldBeEmpty();
    }

    [Fact]
    public async Task OpenApi_SwitchedOff_IsDescribedOverNoEdge()
    {
        await using var host = await AnalyzerHost.StartAsync("ApiDescription=false");
        foreach (var way in await host.WaysAsync())
        {
            using var http = new HttpClient { BaseAddress = way.Http1 };
            using var answer = await http.GetAsync("/openapi/v1.json", Token).Within();
            answer.StatusCode.ShouldBe(HttpStatusCode.NotFound, way.Name);
            (await answer.Content.ReadAsStringAsync(Token).Within()).ShouldContain("ApiDescription is false");

            using var channel = GrpcChannel.ForAddress(way.Http2);
            var call = new Rpc.AnalyzerClient(channel).GetDocumentAsync(new() { Path = "/openapi/v1.json" }, cancellationToken: Token);
            (await Should.ThrowAsync<RpcException>(call.ResponseAsync).Within()).StatusCode.ShouldBe(StatusCode.NotFound, way.Name);
        }
    }

    private static async Task<JsonObject> GetAsync(AnalyzerHost host, string path)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        return (await http.GetFromJsonAsync<JsonObject>(path, Token).Within())!;
    }
}

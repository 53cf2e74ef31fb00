using System.Text.Json.Nodes;
using Gateway.Tests.Hosting;
using Grpc.Core;
using Grpc.Net.Client;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Submit;

public sealed class AuditedVerdictTests
{
    [Fact]
    public async Task Submit_WithAnAuditTrail_TellsFileAndVerdict()
    {
        var token = TestContext.Current.CancellationToken;
        using var folder = new TempDirectory("audit");
        var file = folder.Combine("audit.ndjson");
        await using (var host = await AnalyzerHost.StartAsync($"Audit:File={file}"))
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            using var answer = await http.PostAsync("/v1/files", new StringContent("hello"), token).Within();
            answer.EnsureSuccessStatusCode();
        }

        var line = JsonNode.Parse((await File.ReadAllLinesAsync(file, token)).ShouldHaveSingleItem())!;
        ((string)line["target"]!).Length.ShouldBe(64);
        ((string)line["result"]!).ShouldBe("clean");
    }

    [Fact]
    public async Task LookUpAndDeletion_OverEachRoute_NameTheFile()
    {
        var token = TestContext.Current.CancellationToken;
        using var folder = new TempDirectory("audit");
        var (analyzers, gateways) = (folder.Combine("analyzer.ndjson"), folder.Combine("gateway.ndjson"));
        string[] files = [.. "abcde".Select(digit => new string(digit, 64))];
        await using (var host = await AnalyzerHost.StartAsync($"Audit:File={analyzers}", "Deletion=true"))
        await using (var gateway = await GatewayHost.StartAsync([host.Http2], $"Audit:File={gateways}"))
        {
            using var http = new HttpClient { BaseAddress = host.Http1 };
            using var channel = GrpcChannel.ForAddress(host.Http2);
            var grpc = new Wire.Analyzer.AnalyzerClient(channel);
            (await http.GetAsync($"/v1/files/{files[0]}", token).Within()).Dispose();
            (await http.GetAsync($"/api/Analyzer/analyzeResult?fileHash={files[1]}", token).Within()).Dispose();
            (await http.DeleteAsync($"/v1/files/{files[2]}", token).Within()).Dispose();
            await Should.ThrowAsync<RpcException>(
                () => grpc.AnalyzeResultAsync(new() { Sha256 = files[3] }, cancellationToken: token).ResponseAsync.Within());
            await Should.ThrowAsync<RpcException>(
                () => grpc.DeleteResultAsync(new() { Sha256 = files[4] }, cancellationToken: token).ResponseAsync.Within());
            using var front = new HttpClient { BaseAddress = gateway.Http1 };
            (await front.GetAsync($"/api/Analyzer/analyzeResult?fileHash={files[1]}", token).Within()).Dispose();
        }

        (await TargetsAsync(analyzers)).ShouldBe([.. files, files[1]], ignoreOrder: true); // a line is written when its answer is out
        (await TargetsAsync(gateways)).ShouldBe([files[1]]);

        async Task<string[]> TargetsAsync(string file) =>
            [.. (await File.ReadAllLinesAsync(file, token)).Select(line => (string?)JsonNode.Parse(line)!["target"]).OfType<string>()];
    }
}

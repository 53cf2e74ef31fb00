using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Gateway.Tests.Versions.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Versions.V1.Analyzer;

namespace Gateway.Tests.Versions;

/// <summary>An older gateway passes on what a newer analyzer adds; a newer one says what an older analyzer lacks.</summary>
public sealed class VersionsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rest_NewerAnalyzer_ItsJsonAndItsRefusalsPass()
    {
        await using var analyzer = await NewerAnalyzer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        var found = await http.GetStringAsync("/v1/files/00", Token).Within();
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent([1, 2, 3]), Token).Within();
        using var refused = await http.GetAsync("/v1/files/quarantined", Token).Within();
        var problem = (await refused.Content.ReadFromJsonAsync<JsonObject>(Token))!;

        found.ShouldBe(NewerAnalyzer.Json);
        submitted.StatusCode.ShouldBe(HttpStatusCode.Created);
        (await submitted.Content.ReadAsStringAsync(Token)).ShouldBe(NewerAnalyzer.Json);
        ((int)refused.StatusCode).ShouldBe(NewerAnalyzer.Quarantined.HttpStatus);
        ((string?)problem["type"]).ShouldBe(NewerAnalyzer.Quarantined.Type);
        ((string?)problem["title"]).ShouldBe(NewerAnalyzer.Quarantined.Title);
        ((string?)problem["detail"]).ShouldBe("Ask the keeper.");
    }

    [Fact]
    public async Task Grpc_NewerAnalyzerAndClient_NewFieldsAndMethodsPass()
    {
        await using var analyzer = await NewerAnalyzer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var client = new Rpc.AnalyzerClient(channel);

        var report = await client.AnalyzeResultAsync(
            new AnalyzeResultRequest { Sha256 = "00", Purpose = "audit" }, cancellationToken: Token);
        var compared = await client.CompareAsync(new CompareRequest { Left = "1", Right = "1" }, cancellationToken: Token);
        var refused = await Should.ThrowAsync<RpcException>(async () =>
            await client.AnalyzeResultAsync(new AnalyzeResultRequest { Sha256 = "quarantined" }, cancellationToken: Token));

        report.Purpose.ShouldBe("audit");
        compared.Same.ShouldBeTrue();
        refused.StatusCode.ShouldBe(StatusCode.FailedPrecondition);
        refused.Trailers.GetValueBytes("grpc-status-details-bin").ShouldNotBeNull();
    }

    [Fact]
    public async Task Rest_AnalyzerGivesNoJson_IsRefusedAndLogAndReadinessSayWhy()
    {
        const string Why = "It cannot answer in JSON: gRPC calls work, REST needs a newer analyzer.";
        await using var analyzer = await NewerAnalyzer.StartAsync(forms: 7);
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var refused = await http.GetAsync("/v1/files/00", Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await http.GetStringAsync("/healthz/ready", Token)).ShouldContain(Why);
        gateway.Log.Records.ShouldContain(record => record.Message.Contains(Why));
    }

    [Fact]
    public async Task Document_AnalyzerThatHasNone_IsNotImplemented()
    {
        await using var analyzer = await NewerAnalyzer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var rules = await http.GetAsync("/v1/rules", Token).Within();

        rules.StatusCode.ShouldBe(HttpStatusCode.NotImplemented);
        (await rules.Content.ReadAsStringAsync(Token)).ShouldContain("urn:backend:problem:unimplemented");
    }
}

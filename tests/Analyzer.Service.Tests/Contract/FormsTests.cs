using System.Text.Json.Nodes;
using Analyzer.Protos.V1;
using Analyzer.Service.Tests.Edges;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Contract;

/// <summary>What the contract has for a gateway: reports as the bytes that REST answers with, and a description.</summary>
public sealed class FormsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task AnalyzeResult_AsJson_HasTheBytesOfRestAndNothingElse()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);
        var path = (await SubmitOverRestAsync(http)).Headers.Location!;
        var rest = await http.GetByteArrayAsync(path, Token).Within();

        var request = new AnalyzeResultRequest { Sha256 = Pieces.Sha256(Pieces.Pdf), Form = ReportForm.Json };
        for (var i = 0; i < 3; i++) // the second time it is kept in the cache, the third time it comes from there
        {
            var report = await new Rpc.AnalyzerClient(channel).AnalyzeResultAsync(request, cancellationToken: Token);

            report.ShouldBe(new AnalysisReport { Json = ByteString.CopyFrom(rest) });
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("?limit=1")]
    [InlineData("?verdict=malicious&limit=2")]
    public async Task ListResults_AsJson_HasTheBytesOfRestAndNothingElse(string query)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);
        await SubmitOverRestAsync(http);
        using var other = await http.PostAsync("/v1/files", new ByteArrayContent([1, 2, 3]), Token).Within();
        var rest = await http.GetByteArrayAsync($"/v1/files{query}", Token).Within();

        var page = await new Rpc.AnalyzerClient(channel).ListResultsAsync(
            new ListResultsRequest { Query = query, Form = ReportForm.Json }, cancellationToken: Token);

        page.ShouldBe(new ListResultsResponse { Json = ByteString.CopyFrom(rest) });
    }

    [Theory]
    [InlineData(ReportForm.Unspecified)]
    [InlineData(ReportForm.Json)]
    public async Task SubmitFile_InEveryForm_SaysWhetherItWasKnownAndWhatItIs(ReportForm form)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);

        var first = await SubmitAsync(channel, form);
        var second = await SubmitAsync(channel, form);

        (first.Known, second.Known).ShouldBe((false, true));
        first.Sha256.ShouldBe(Pieces.Sha256(Pieces.Pdf));
        var sha256 = form == ReportForm.Json
            ? (string?)JsonNode.Parse(first.Report.Json.ToStringUtf8())!["sha256"]
            : first.Report.Sha256;
        sha256.ShouldBe(first.Sha256);
        first.Report.Json.IsEmpty.ShouldBe(form != ReportForm.Json);
    }

    [Fact]
    public async Task SubmitFile_SenderWaits_IsToldThatTheFileIsWanted()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new() { Waits = true } }, Token).Within();

        (await call.ResponseHeadersAsync.Within()).GetValue("file-wanted").ShouldBe("true");
        await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(1, 2, 3) }, Token).Within();
        await call.RequestStream.CompleteAsync();
        (await call.ResponseAsync.Within()).Known.ShouldBeFalse();
    }

    [Fact]
    public async Task Describe_NamesEngineStoreLimitsAndForms()
    {
        await using var host = await AnalyzerHost.StartAsync("Limits:MaxFileBytes=12345", "Limits:MaxUploads=7");
        await using var other = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        using var otherChannel = GrpcChannel.ForAddress(other.Http2);

        var description = await new Rpc.AnalyzerClient(channel).DescribeAsync(new DescribeRequest(), cancellationToken: Token);
        var others = await new Rpc.AnalyzerClient(otherChannel).DescribeAsync(new DescribeRequest(), cancellationToken: Token);

        description.Engine.ShouldBe($"{Engines.FileAnalysis.EngineVersion}");
        description.Version.ShouldNotBeEmpty();
        description.Limits.MaxFileBytes.ShouldBe(12345UL);
        description.Limits.MaxUploads.ShouldBe(7U);
        description.Forms.ShouldBe([ReportForm.Json]);
        description.Store.ShouldStartWith("sqlite:");
        description.Store.ShouldNotBe(others.Store);
    }

    [Fact]
    public async Task Describe_StoreAway_IsUnavailable()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        host.Store.Down = true;

        var away = await Should.ThrowAsync<RpcException>(
            async () => await new Rpc.AnalyzerClient(channel).DescribeAsync(new DescribeRequest(), cancellationToken: Token));

        away.StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    private static async Task<HttpResponseMessage> SubmitOverRestAsync(HttpClient http) =>
        await http.PostAsync("/v1/files", new ByteArrayContent(Pieces.Pdf), Token).Within();

    private static async Task<SubmitFileResponse> SubmitAsync(GrpcChannel channel, ReportForm form)
    {
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new() { Form = form } }, Token).Within();
        await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(Pieces.Pdf) }, Token).Within();
        await call.RequestStream.CompleteAsync();
        return await call.ResponseAsync.Within();
    }
}

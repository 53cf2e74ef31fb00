using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Analyzer.Protos.Ceilings.V1;
using Analyzer.Service.Lab;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;

namespace Analyzer.Service.Tests.Lab;

public sealed class CeilingsTests
{
    [Fact]
    public async Task Ceilings_NotSwitchedOn_AreNotThere()
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab);
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var channel = GrpcChannel.ForAddress(host.Http2);

        using var rest = await http.PostAsync("/ceilings/null", new ByteArrayContent([1]), TestContext.Current.CancellationToken).Within();
        var grpc = await Should.ThrowAsync<RpcException>(async () =>
            await new Ceilings.CeilingsClient(channel)
                .EmptyAsync(new EmptyRequest(), cancellationToken: TestContext.Current.CancellationToken));

        rest.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        grpc.StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Theory]
    [InlineData("null", false)]
    [InlineData("hash", false)]
    [InlineData("analysis", false)]
    [InlineData("null", true)]
    public async Task Rest_SwitchedOn_ReadsEveryByte(string step, bool stockTransport)
    {
        await using var host = await AnalyzerHost
            .StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true", $"Ceilings:StockTransport={stockTransport}");
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http
            .PostAsync($"/ceilings/{step}", new ByteArrayContent(new byte[1_234_567]), TestContext.Current.CancellationToken).Within();

        var answer = await response.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within();
        ((long)answer!["size"]!).ShouldBe(1_234_567);
        (await host.CountAsync()).ShouldBe(0);
    }

    [Fact]
    public async Task Grpc_SwitchedOn_ReadsEveryByte()
    {
        await using var host = await AnalyzerHost.StartAsync(AnalyzerLabStartup.AddLab, "Ceilings:Enabled=true");
        using var channel = GrpcChannel.ForAddress(host.Http2);
        using var call = new Ceilings.CeilingsClient(channel).NullUpload(cancellationToken: TestContext.Current.CancellationToken);

        for (var i = 0; i < 10; i++)
        {
            await call.RequestStream.WriteAsync(
                new NullUploadRequest { Data = ByteString.CopyFrom(new byte[65_000]) }, TestContext.Current.CancellationToken).Within();
        }

        await call.RequestStream.CompleteAsync().Within();

        (await call.ResponseAsync.Within()).Size.ShouldBe(650_000);
    }
}

using System.Net;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Lifetime;

public sealed class ShutdownTests
{
    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Stop_UploadsUnderWay_AreFinishedAndAnswered(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        using var edge = kind.Connect(host);
        host.Store.Gate = new TaskCompletionSource();
        var submitting = edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, TestContext.Current.CancellationToken);
        await host.ShouldHaveUploadsAsync(1);

        var stopping = host.StopAsync();
        host.Store.Gate.SetResult();

        (await submitting.Within()).Known.ShouldBe(false);
        await stopping;
    }

    [Fact]
    public async Task Restart_AcknowledgedReport_IsThere()
    {
        using var directory = new TempDirectory();
        var file = Pieces.Pdf;
        await using (var first = await AnalyzerHost.StartAsync($"DataDirectory={directory.Path}"))
        {
            using var edge = EdgeKind.Grpc.Connect(first);
            (await edge.SubmitAsync(Pieces.Of(file), null, null, TestContext.Current.CancellationToken).Within()).Known.ShouldBe(false);
        }

        await using var second = await AnalyzerHost.StartAsync($"DataDirectory={directory.Path}");
        using var http = new HttpClient { BaseAddress = second.Http1 };
        using var response = await http.GetAsync($"/v1/files/{Pieces.Sha256(file)}", TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
    }
}

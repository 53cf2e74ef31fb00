using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Tests.Systems.Analyzer.Service;

public sealed class TargetTests
{
    [Theory]
    [InlineData("http://host:8080", null, "http://host:5081/")]
    [InlineData("https://host:8443", null, "https://host:8443/")]
    [InlineData("http://host:8080", "http://other:1", "http://other:1/")]
    public void At_WithOrWithoutAnAddressForHttp2_KnowsWhereItIs(string http, string? grpc, string expected) =>
        Target.At(new Uri(http), grpc is null ? null : new Uri(grpc), needsHttp2: true).Grpc.ToString().ShouldBe(expected);

    [Fact]
    public async Task ConnectAsync_NobodyThere_IsOneClearLine()
    {
        var nobody = new Uri($"http://127.0.0.1:{LoopbackPort.FindFree()}");

        var failure = await Should.ThrowAsync<LabException>(() =>
            RemoteService.ConnectAsync(Target.At(nobody, null, needsHttp2: false), TestContext.Current.CancellationToken).Within());

        failure.Message.ShouldStartWith($"--target {nobody}: no service can be reached there over HTTP/1.1: ");
        failure.Message.ShouldNotContain("\n");
        failure.ExitCode.ShouldBe(LabExitCode.NotDone);
    }
}

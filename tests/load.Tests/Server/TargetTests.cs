using Load.Server;
using Load.Suites;

namespace Load.Tests.Server;

public sealed class TargetTests
{
    private static readonly Uri Http = new("http://host:8080/");

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
        failure.ExitCode.ShouldBe(Lab.Failure);
    }

    [Fact]
    public void Restrict_RowsThatNeedTheirOwnService_AreSkippedWithTheReason()
    {
        var suite = SuiteCatalog.Get("matrix", new SuiteRequest());

        var restricted = ForTarget.Restrict(suite, Http);

        restricted.Cells.ShouldNotBeEmpty();
        restricted.Cells.ShouldAllBe(cell => cell.Settings.Options.Count == 0);
        restricted.Skipped.Count.ShouldBe(suite.Skipped.Count + suite.Cells.Count - restricted.Cells.Count);
        restricted.Skipped.ShouldContain(skipped => skipped.Reason == "it needs a service started with Analyzer:Ceilings:MinWorkerThreads=50");
        restricted.Clock.ShouldContain("The service ran elsewhere, at http://host:8080/");
    }

    [Fact]
    public void Restrict_Ceilings_KeepsWhatAnyServiceAnswers() =>
        ForTarget.Restrict(CeilingsSuite.Create(), Http).Cells.Select(cell => cell.Operation.Name).Distinct().ShouldBe(["look-up", "named", "unknown"], ignoreOrder: true);

    [Fact]
    public void Restrict_NothingIsLeft_SaysWhy() =>
        Should.Throw<LabException>(() => ForTarget.Restrict(ThreadsSuite.Create(), Http)).Message.ShouldContain("no row of 'threads' can be measured");
}

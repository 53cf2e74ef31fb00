using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Parity;

/// <summary>What works, works alike through every edge.</summary>
public sealed class SubmitParityTests
{
    [Fact]
    public async Task EveryEdge_SameFile_SameReport()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        string? first = null;
        var file = Pieces.Pdf;

        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = kind.Connect(host);

            var submitted = await edge.SubmitAsync(Pieces.Of(file[..50], file[50..]), null, file.Length, TestContext.Current.CancellationToken).Within();
            var found = await edge.FindAsync(Pieces.Sha256(file), TestContext.Current.CancellationToken).Within();

            submitted.Known.ShouldBe(first is not null, kind.ToString());
            var report = submitted.Report!.ToJsonString();
            first ??= report;
            report.ShouldBe(first, kind.ToString());
            found.Report!.ToJsonString().ShouldBe(first, kind.ToString());
        }

        (await host.CountAsync()).ShouldBe(1);
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.RestForm)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Submit_KnownDigestDeclared_AnswersUnread(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);
        var sha256 = Pieces.Sha256(Pieces.Pdf);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, TestContext.Current.CancellationToken).Within();

        // The sender never finishes: only an answer that does not wait for the file ends this.
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var answer = await edge.SubmitAsync(Pieces.ThenSilence(Pieces.Pdf[..10], enough.Token), sha256, null, TestContext.Current.CancellationToken).Within();
        await enough.CancelAsync();

        answer.Known.ShouldBe(true);
        ((string?)answer.Report!["sha256"]).ShouldBe(sha256);
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.RestForm)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Submit_RightDigestDeclaredOfUnknownFile_IsAnalyzed(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);

        var answer = await edge.SubmitAsync(
            Pieces.Of(Pieces.Pdf), Pieces.Sha256(Pieces.Pdf).ToUpperInvariant(), Pieces.Pdf.Length, TestContext.Current.CancellationToken).Within();

        answer.Known.ShouldBe(false);
        ((long)answer.Report!["size"]!).ShouldBe(Pieces.Pdf.Length);
    }

    [Fact]
    public async Task EveryEdge_Listing_PagesAlike()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using (var edge = EdgeKind.RestHttp1.Connect(host))
        {
            for (byte i = 0; i < 5; i++)
            {
                await edge.SubmitAsync(Pieces.Of([i, 1, 2, 3]), null, null, TestContext.Current.CancellationToken).Within();
            }
        }

        var listings = new HashSet<string>();
        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = kind.Connect(host);
            var pages = new List<string>();
            for (string? after = null; after != "";)
            {
                var page = await edge.ListAsync("unable", 2, after, TestContext.Current.CancellationToken).Within();
                pages.Add(page.Detail);
                after = page.Detail[(page.Detail.LastIndexOf(',') + 1)..];
            }

            pages.Count.ShouldBe(3, kind.ToString());
            listings.Add(string.Join('\n', pages));
        }

        listings.Count.ShouldBe(1);
    }

    [Fact]
    public async Task Submit_SameFileFromEveryEdgeAtOnce_IsOneReport()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var edges = Enum.GetValues<EdgeKind>().Select(kind => kind.Connect(host)).ToArray();

        var answers = await Task.WhenAll(Enumerable.Range(0, 40).Select(i =>
            edges[i % edges.Length].SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, TestContext.Current.CancellationToken))).Within();

        answers.ShouldAllBe(answer => answer.Report != null);
        answers.Count(answer => answer.Known == false).ShouldBe(1);
        (await host.CountAsync()).ShouldBe(1);
        foreach (var edge in edges)
        {
            edge.Dispose();
        }
    }
}

using Analyzer.Contract;
using Analyzer.Service.Tests.Edges;
using Hosting.Errors;

namespace Analyzer.Service.Tests.Parity;

/// <summary>Every good submission works alike through every edge.</summary>
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
            using var edge = await kind.ConnectAsync(host);

            var submitted = await edge
                .SubmitAsync(Pieces.Of(file[..50], file[50..]), null, file.Length, TestContext.Current.CancellationToken).Within();
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
    [InlineData(EdgeKind.GatewayRestHttp1)]
    [InlineData(EdgeKind.GatewayRestHttp2)]
    [InlineData(EdgeKind.GatewayRestForm)]
    [InlineData(EdgeKind.GatewayGrpc)]
    public async Task Submit_KnownDigestDeclared_AnswersUnread(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = await kind.ConnectAsync(host);
        var sha256 = Pieces.Sha256(Pieces.Pdf);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, TestContext.Current.CancellationToken).Within();

        // The sender never finishes: only an answer that does not wait for the file ends this.
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var answer = await edge.SubmitAsync(
            Pieces.ThenSilence(Pieces.Pdf[..10], enough.Token), sha256, null, TestContext.Current.CancellationToken).Within();
        await enough.CancelAsync();

        answer.Known.ShouldBe(true);
        ((string?)answer.Report!["sha256"]).ShouldBe(sha256);
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.RestForm)]
    [InlineData(EdgeKind.Grpc)]
    [InlineData(EdgeKind.GatewayRestHttp1)]
    [InlineData(EdgeKind.GatewayRestHttp2)]
    [InlineData(EdgeKind.GatewayRestForm)]
    [InlineData(EdgeKind.GatewayGrpc)]
    public async Task Submit_RightDigestDeclaredOfUnknownFile_IsAnalyzed(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = await kind.ConnectAsync(host);

        var answer = await edge.SubmitAsync(
            Pieces.Of(Pieces.Pdf),
            Pieces.Sha256(Pieces.Pdf).ToUpperInvariant(),
            Pieces.Pdf.Length,
            TestContext.Current.CancellationToken).Within();

        answer.Known.ShouldBe(false);
        ((long)answer.Report!["size"]!).ShouldBe(Pieces.Pdf.Length);
    }

    [Fact]
    public async Task EveryEdge_Listing_PagesAlike()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using (var edge = await EdgeKind.RestHttp1.ConnectAsync(host))
        {
            for (byte i = 0; i < 5; i++)
            {
                await edge.SubmitAsync(Pieces.Of([i, 1, 2, 3]), null, null, TestContext.Current.CancellationToken).Within();
            }
        }

        var listings = new HashSet<string>();
        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = await kind.ConnectAsync(host);
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
        var edges = await Task.WhenAll(Enum.GetValues<EdgeKind>().Select(kind => kind.ConnectAsync(host)));

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

    [Fact]
    public async Task EveryEdge_EachFilter_FindsAlike()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var start = DateTimeOffset.FromUnixTimeMilliseconds(1_700_000_000_000);
        using (var edge = EdgeKind.RestHttp1.Connect(host))
        {
            foreach (var file in new[] { Pieces.Pdf, [1, 2, 3], "plain text"u8.ToArray() })
            {
                await edge.SubmitAsync(Pieces.Of(file), null, null, TestContext.Current.CancellationToken).Within();
            }
        }

        var pdf = Pieces.Sha256(Pieces.Pdf);
        foreach (var (arguments, found) in new (Listing, int)[]
        {
            (new() { Type = "application/pdf" }, 1),
            (new() { Type = "APPLICATION/*" }, 2),
            (new() { MinScore = 1 }, 1),
            (new() { MaxScore = 0 }, 2),
            (new() { From = start }, 3),
            (new() { To = start }, 0),
            (new() { Sha256 = pdf[..6].ToUpperInvariant() }, 1),
            (new() { Verdict = "clean", Type = "text/plain", MinScore = 0, MaxScore = 5, From = start, Limit = 1 }, 1),
        })
        {
            var listings = new HashSet<string>();
            foreach (var kind in Enum.GetValues<EdgeKind>())
            {
                using var edge = await kind.ConnectAsync(host);
                var answer = await edge.ListAsync(arguments, TestContext.Current.CancellationToken).Within();
                listings.Add(answer.Detail);
            }

            var listing = listings.ShouldHaveSingleItem($"{arguments}").Split(',');
            listing.Length.ShouldBe(found + 1, $"{arguments}: {string.Join(',', listing)}");
        }
    }

    [Fact]
    public async Task EveryEdge_NextOfAFilteredPage_GoesOnWithTheSameFiltersOnly()
    {
        await using var host = await AnalyzerHost.StartAsync();
        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = await kind.ConnectAsync(host);
            await edge.SubmitAsync(Pieces.Of([1, (byte)kind]), null, null, TestContext.Current.CancellationToken).Within();
            await edge.SubmitAsync(Pieces.Of([2, (byte)kind]), null, null, TestContext.Current.CancellationToken).Within();
            var arguments = new Listing { MaxScore = 5, Limit = 1 };

            var first = await edge.ListAsync(arguments, TestContext.Current.CancellationToken).Within();
            var after = first.Detail.Split(',')[^1];
            var second = await edge.ListAsync(arguments with { After = after }, TestContext.Current.CancellationToken).Within();
            var other = await edge.ListAsync(
                arguments with { After = after, MaxScore = 6 }, TestContext.Current.CancellationToken).Within();

            second.Detail.Split(',')[0].ShouldNotBe(first.Detail.Split(',')[0]);
            other.Status.ShouldBe(edge.StatusOf(ErrorKind.InvalidArgument));
            other.Detail.ShouldContain("'after'");
        }
    }

    [Fact]
    public async Task EveryEdge_Deletion_ForgetsTheFile()
    {
        await using var host = await AnalyzerHost.StartAsync("Deletion=true");
        var sha256 = Pieces.Sha256(Pieces.Pdf);
        foreach (var kind in Enum.GetValues<EdgeKind>())
        {
            using var edge = await kind.ConnectAsync(host);
            var submitted = await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, TestContext.Current.CancellationToken).Within();
            submitted.Known.ShouldBe(false, kind.ToString());
            for (var i = 0; i < 3; i++)
            {
                await edge.FindAsync(sha256, TestContext.Current.CancellationToken).Within(); // the cache keeps it now
            }

            var deleted = await edge.DeleteAsync(sha256.ToUpperInvariant(), TestContext.Current.CancellationToken).Within();

            deleted.Status.ShouldBeOneOf("204", "OK");
            deleted.Detail.ShouldBe("");
            (await edge.FindAsync(sha256, TestContext.Current.CancellationToken).Within()).Status
                .ShouldBe(edge.StatusOf(ErrorKinds.NotFound), kind.ToString());
            (await host.CountAsync()).ShouldBe(0);
        }
    }
}

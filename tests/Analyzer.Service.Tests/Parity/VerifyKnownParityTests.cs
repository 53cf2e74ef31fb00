using Analyzer.Contract;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Parity;

/// <summary>Whether a digest is believed whose file is known: <c>VerifyKnown</c> decides it alike through every edge.</summary>
public sealed class VerifyKnownParityTests
{
    private static readonly byte[] Lie = [.. "another file, of more than one piece"u8];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<EdgeKind> Edges => [.. Enum.GetValues<EdgeKind>()];

    [Theory]
    [MemberData(nameof(Edges))]
    public async Task Submit_AnotherFileUnderAKnownDigestWhenVerifying_IsReadAndRefused(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync("VerifyKnown=true");
        using var edge = await kind.ConnectAsync(host);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        var answer = await edge.SubmitAsync(Pieces.Of(Lie[..9], Lie[9..]), Pieces.Sha256(Pieces.Pdf), null, Token).Within();

        answer.Status.ShouldBe(edge.StatusOf(ErrorKinds.DigestMismatch));
        answer.Detail.ShouldContain(Pieces.Sha256(Lie));
        (await edge.FindAsync(Pieces.Sha256(Lie), Token).Within()).Status.ShouldBe(edge.StatusOf(ErrorKinds.NotFound));
        (await host.CountAsync()).ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(Edges))]
    public async Task Submit_KnownFileUnderItsDigestWhenVerifying_IsReadAndKnown(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync("VerifyKnown=true");
        using var edge = await kind.ConnectAsync(host);
        var first = await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        var isRead = false;

        var answer = await edge.SubmitAsync(Counted(), Pieces.Sha256(Pieces.Pdf), null, Token).Within();

        isRead.ShouldBeTrue();
        answer.Known.ShouldBe(true);
        answer.Report!.ToJsonString().ShouldBe(first.Report!.ToJsonString());

        async IAsyncEnumerable<byte[]> Counted()
        {
            yield return Pieces.Pdf[..50];
            await Task.Yield();
            yield return Pieces.Pdf[50..];
            isRead = true;
        }
    }

    [Theory]
    [MemberData(nameof(Edges))]
    public async Task Submit_AnotherFileUnderAKnownDigestWhenBelieving_IsTheKnownReport(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync("VerifyKnown=false");
        using var edge = await kind.ConnectAsync(host);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        var answer = await edge.SubmitAsync(Pieces.Of(Lie), Pieces.Sha256(Pieces.Pdf), null, Token).Within();

        answer.Known.ShouldBe(true);
        ((string?)answer.Report!["sha256"]).ShouldBe(Pieces.Sha256(Pieces.Pdf));
        (await host.CountAsync()).ShouldBe(1);
    }
}

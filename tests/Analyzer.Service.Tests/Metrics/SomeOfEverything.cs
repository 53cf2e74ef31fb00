using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Metrics;

/// <summary>Each operation over each edge, once for each way it can usually end.</summary>
internal static class SomeOfEverything
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task SendAsync(AnalyzerHost host)
    {
        foreach (var kind in EdgeKinds.Direct)
        {
            using var edge = kind.Connect(host);
            await SendAsync(edge, [.. Pieces.Pdf, (byte)kind]);
        }

        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var unknown = await http.GetAsync("/no/such/route", Token).Within();
    }

    private static async Task SendAsync(IEdge edge, byte[] file)
    {
        var sha256 = Pieces.Sha256(file);
        await edge.SubmitAsync(Pieces.Of(file), null, null, Token).Within(); // new
        await edge.SubmitAsync(Pieces.Of(file), null, null, Token).Within(); // known, found out by receiving it
        await edge.SubmitAsync(Pieces.Of(file), sha256, null, Token).Within(); // known, told so
        await edge.SubmitAsync(Pieces.Of(), null, null, Token).Within(); // empty
        await edge.FindAsync(sha256, Token).Within();
        await edge.FindAsync(Pieces.Sha256([1, 2, 3]), Token).Within(); // not found
        await edge.FindAsync("no hash", Token).Within();
        await edge.ListAsync("unable", 10, null, Token).Within();
        await edge.ListAsync(null, 0, null, Token).Within(); // of gRPC the default
        await edge.ListAsync(null, -1, null, Token).Within();
        await edge.DeleteAsync(sha256, Token).Within();
    }
}

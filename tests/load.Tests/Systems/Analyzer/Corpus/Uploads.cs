using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

/// <summary>Small files, each different from the others.</summary>
internal static class Uploads
{
    private static readonly SourceFile Source = PdfFactory.Create(2_000, PdfContent.Plain, seed: 1);
    private static readonly NonceCounter Counter = new();

    public static Upload New()
    {
        using var fresh = new FreshFile(session: 1, Counter);
        var upload = fresh.Of(Source);
        return upload with { Tail = upload.Tail.ToArray() };
    }
}

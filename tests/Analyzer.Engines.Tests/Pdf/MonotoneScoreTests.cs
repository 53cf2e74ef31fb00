using Analyzer.Core;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>
/// Adding never lowers the score. Added is anything at all, at any place behind the header that is not inside a word and not between
/// a /Colors and its value; what is added may itself end in the middle of a word.
/// </summary>
public sealed class MonotoneScoreTests
{
    private static readonly byte[] Header = "%PDF-1.7\n"u8.ToArray();
    private static readonly byte[] Tail = " /Tail "u8.ToArray();

    [Fact]
    public void Score_SoupIntoSoup_NeverFalls() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(20_000),
        Prop.ForAll<byte[], byte[], ushort>((picks, addedPicks, where) =>
        {
            byte[] document = [.. Header, .. TokenSoup.Cook(picks), .. Tail];
            ShouldNotFall(document, TokenSoup.Cook(addedPicks), InsertionPoint(document, where));
        }));

    [Fact]
    public void Score_AnyBytesIntoSoup_NeverFalls() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(5_000),
        Prop.ForAll<byte[], byte[], ushort>((picks, added, where) =>
        {
            byte[] document = [.. Header, .. TokenSoup.Cook(picks), .. Tail];
            ShouldNotFall(document, added, InsertionPoint(document, where));
        }));

    [Fact]
    public void Score_ADocumentIntoAMutant_NeverFalls()
    {
        var random = new Random(13);
        var documents = PdfSamples.Documents();
        foreach (var path in PdfSamples.Mutants())
        {
            byte[] mutant = [.. File.ReadAllBytes(path), .. Tail];
            for (var round = 0; round < 20; round++)
            {
                var added = File.ReadAllBytes(random.GetItems([.. documents], 1)[0]);
                ShouldNotFall(mutant, added, InsertionPoint(mutant, random.Next()));
            }
        }
    }

    private static void ShouldNotFall(byte[] document, byte[] added, int at)
    {
        var before = Analyze(document);
        var after = Analyze([.. document.AsSpan(0, at), .. added, .. document.AsSpan(at)]);

        after.Score.ShouldBeGreaterThanOrEqualTo(before.Score);
        (after.Verdict == before.Verdict || after.Verdict is Verdict.Malicious || before.Verdict is Verdict.Clean or Verdict.Unable)
            .ShouldBeTrue($"{before.Verdict} became {after.Verdict}");
    }

    // The first place from there on that is allowed; the end of a document closed with Tail always is.
    private static int InsertionPoint(byte[] document, int where)
    {
        var headerEnd = document.AsSpan().IndexOf("%PDF"u8) + Header.Length;
        var at = headerEnd + (where % (document.Length - headerEnd + 1));
        while (ReferenceLexer.IsOpen(document[..at]))
        {
            at++;
        }

        return at;
    }

    private static AnalysisReport Analyze(byte[] content)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(content);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }
}

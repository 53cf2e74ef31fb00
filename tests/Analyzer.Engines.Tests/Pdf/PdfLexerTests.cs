using System.Text;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfLexerTests
{
    [Theory]
    [InlineData("1 0 obj endobj", "obj: 1, first at 4|endobj: 1, first at 8")]
    [InlineData("obj", "obj: 1, first at 0")]
    [InlineData("(obj)xobj objx endobjobj Obj", "obj: 1, first at 1")]
    [InlineData("stream\r\nendstream", "stream: 1, first at 0|endstream: 1, first at 8")]
    [InlineData("xref trailer startxref xrefs", "xref: 1, first at 0|trailer: 1, first at 5|startxref: 1, first at 13")]
    [InlineData("/obj /stream/xref", "")]
    [InlineData("/Page /Pages/Page<<", "/Page: 2, first at 0")]
    [InlineData("/JS(a)/JavaScript/AA[", "/JS: 1, first at 0|/JavaScript: 1, first at 6|/AA: 1, first at 17")]
    [InlineData("/js JS / JS /(JS", "")]
    [InlineData("/#4aS /J#53 /#4A#53 /JS#20", "/JS: 3, first at 0|obfuscated: 3, first at 0")]
    [InlineData("/J#5 /J#5gS /#JS /AA#", "/JS: 1, first at 13|/AA: 1, first at 17")]
    [InlineData("/x#JS#zz #obj /x#obj", "obj: 1, first at 10|/JS: 1, first at 2")]
    [InlineData("/JS#4", "/JS: 1, first at 0")]
    [InlineData("/Colors 16777216 16777217 /X 99999999 ", "/Colors > 2^24: 1, first at 17")]
    [InlineData("/Colors 99999999", "")]
    [InlineData("/Colors 3a 99999999999999999999999999999999>", "/Colors > 2^24: 1, first at 11")]
    [InlineData("/Col#6frs/20000000#", "")]
    [InlineData("/Col#6frs/20000000 ", "/Colors > 2^24: 1, first at 9")]
    [InlineData("\u00dfobj obj\u00df obj", "obj: 1, first at 10")]
    public void Append_Words_CountsThem(string text, string expected)
    {
        var bytes = Encoding.Latin1.GetBytes(text);

        Counted.ByLexer(bytes).ShouldBe(expected.Replace('|', '\n'));
        ReferenceLexer.Count(bytes).ShouldBe(expected.Replace('|', '\n'));
    }

    [Fact]
    public void Append_TokenSoup_CountsWhatTheReferenceCounts() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(20_000),
        Prop.ForAll<byte[]>(picks =>
        {
            var bytes = TokenSoup.Cook(picks);
            Counted.ByLexer(bytes).ShouldBe(ReferenceLexer.Count(bytes));
        }));

    [Fact]
    public void Append_TokenSoupInPieces_CountsTheSame() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(20_000),
        Prop.ForAll<byte[], ushort[]>((picks, cuts) =>
        {
            var bytes = TokenSoup.Cook(picks);
            Counted.ByLexer(Counted.Pieces(bytes, cuts.Select(cut => cut % (bytes.Length + 1)))).ShouldBe(ReferenceLexer.Count(bytes));
        }));

    [Fact]
    public void Append_RandomBytes_CountsWhatTheReferenceCounts()
    {
        // 27 values only, so that keywords come up by chance.
        var alphabet = "/#obj endstramxfJS4A\r\nPgCl7"u8.ToArray();
        var bytes = new Random(7).GetItems(alphabet, 3_000_000);

        Counted.ByLexer(bytes).ShouldBe(ReferenceLexer.Count(bytes));
    }

    [Fact]
    public void Append_OneWordOfAMillionBytes_CountsNothing()
    {
        // Anchors are everywhere, and both ends of the word are far away: to look at all of it each time would take 10^11 steps.
        var word = string.Concat(Enumerable.Repeat("bjtrea#A", 125_000));
        var name = $"/{new string('A', 1_000_000)}#obj ";

        Counted.ByLexer(Encoding.ASCII.GetBytes($"{word} {name}")).ShouldBe("");
    }

    [Fact]
    public void Append_RealDocuments_CountsWhatTheReferenceCounts()
    {
        // PDFiD's own counts stand for the larger ones (PdfidEqualityTests): the reference is slow.
        foreach (var path in PdfSamples.Documents().Concat(PdfSamples.Mutants()).Where(path => new FileInfo(path).Length < 200_000))
        {
            var bytes = File.ReadAllBytes(path);
            Counted.ByLexer(bytes).ShouldBe(ReferenceLexer.Count(bytes), path);
        }
    }
}

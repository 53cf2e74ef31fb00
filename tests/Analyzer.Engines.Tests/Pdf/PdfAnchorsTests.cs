using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfAnchorsTests
{
    public static TheoryData<string> Keywords =>
        [.. PdfKeywords.Names.SkipLast(1), "/Colors", "/#4aS", "#JS", "##41A", "/P#61ge", "/X#46A"];

    [Theory]
    [MemberData(nameof(Keywords))]
    public void Find_AKeywordAnywhere_HasAnAnchorInIt(string keyword)
    {
        for (var offset = 0; offset < 3 * PdfAnchors.BlockLength; offset++)
        {
            var bytes = Encoding.ASCII.GetBytes(new string(' ', offset) + keyword + " ");
            var masks = new ulong[PdfAnchors.MaskCount(bytes.Length)];
            PdfAnchors.Find(bytes, masks);

            Anchors(masks).ShouldContain(at => at >= offset && at < offset + keyword.Length, $"{keyword} at {offset}");
        }
    }

    [Fact]
    public void Find_RandomBytes_HasFewAnchors()
    {
        var bytes = new byte[1 << 20];
        new Random(3).NextBytes(bytes);
        var masks = new ulong[PdfAnchors.MaskCount(bytes.Length)];
        PdfAnchors.Find(bytes, masks);

        Anchors(masks).Count().ShouldBeInRange(1, 200);
    }

    [Fact]
    public void Match128_AnyBytes_EqualsMatch()
    {
        var bytes = new Random(5).GetItems("/#AEcmnCJLOSaBbpoPRXaiFbjtxre 4\u00df\u0080"u8.ToArray(), 100_000);
        for (var at = 0; at + PdfAnchors.BlockLength + PdfAnchors.LookAhead <= bytes.Length; at++)
        {
            ByteTriples<PdfAnchors>.Match128(ref bytes[at]).ShouldBe(PdfAnchors.Match(ref bytes[at]));
        }
    }

    private static IEnumerable<int> Anchors(ulong[] masks) =>
        Enumerable.Range(0, masks.Length * PdfAnchors.BlockLength).Where(at => (masks[at / 64] >> (at % 64) & 1) != 0);
}

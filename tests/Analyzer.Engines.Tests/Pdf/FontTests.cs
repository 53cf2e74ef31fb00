using System.Buffers.Binary;
using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class FontTests
{
    [Theory]
    [InlineData("/FontMatrix[0.001 0 0 0.001 0 0]", "null", Verdict.Clean)]
    [InlineData("/FontMatrix[1 0 -.5 +1. 0 0]", "null", Verdict.Clean)]
    [InlineData("/FontMatrix 2 0 R", "[1 0 0 1 0 0]", Verdict.Clean)]
    [InlineData("/FontMatrix[1 2 3 4 5 2 0 R]", "6", Verdict.Clean)]
    [InlineData("/FontMatrix[1 2 3 4 5(1\\); alert\\('a')]", "null", Verdict.Suspicious)]
    [InlineData("/FontMatrix[1 2 3 4 5<41>]", "null", Verdict.Suspicious)]
    [InlineData("/FontMatrix[1 2 3 4 5/Name]", "null", Verdict.Suspicious)]
    [InlineData("/FontMatrix 3 0 R", "(alert)", Verdict.Suspicious)]
    [InlineData("/FontMatrix 3 0 R", "6", Verdict.Clean)]
    [InlineData("/FontMatrix(a)", "null", Verdict.Suspicious)]
    [InlineData("/FontMatrix 2 0 R", "[1 2 3 4 5(alert)]", Verdict.Suspicious)]
    [InlineData("/FontMatrix[1 2 3 4 5 2 0 R]", "(alert)", Verdict.Suspicious)]
    public void Complete_AFontsMatrix_IsNumbers(string matrix, string other, Verdict verdict)
    {
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, $"<</Type/Font{matrix}>>").Object(2, other).Object(3, "[1 2 3 4 5 2 0 R]"),
            new PdfBuilder().Object(3, "[1 2 3 4 5 2 0 R]").Object(2, other).Object(1, $"<</Type/Font{matrix}>>"),
            new PdfBuilder().ObjectStream(9, (1, $"<</Type/Font{matrix}>>"), (2, other), (3, "[1 2 3 4 5 2 0 R]")),
        ];
        documents.Select(document => document.Analyze().Verdict).ShouldAllBe(found => found == verdict);
    }

    [Theory]
    [InlineData("/Length1 9", "SING", true)]
    [InlineData("/Length1 9/Filter/FlateDecode", "SING", true)]
    [InlineData("/Subtype/OpenType/Filter/FlateDecode", "SING", true)]
    [InlineData("/Filter/FlateDecode", "SING", true)] // Only what names it says that it is a font.
    [InlineData("/Length1 9/Filter/FlateDecode", "glyf", false)]
    [InlineData("/Length1 9/Length2 9/Length3 0/Filter/FlateDecode", "glyf", false)]
    public void Complete_AFontsTables_AreLookedAt(string entries, string table, bool isFound)
    {
        var font = Sfnt("cmap", "head", table);
        var data = entries.Contains("Flate") ? PdfBuilder.Zlib(font) : font;
        PdfBuilder[] documents =
        [
            new PdfBuilder().Object(1, "<</Type/FontDescriptor/FontFile2 2 0 R>>").Stream(2, entries, data),
            new PdfBuilder().Stream(2, entries, data).Object(1, "<</Type/FontDescriptor/FontFile2 2 0 R>>"),
            new PdfBuilder().Stream(2, entries, data).ObjectStream(9, (1, "<</Type/FontDescriptor/FontFile2 2 0 R>>")),
        ];
        foreach (var report in documents.Select(document => document.Analyze()))
        {
            report.Findings.Count(finding => finding.Rule == "pdf.font-table").ShouldBe(isFound ? 1 : 0, entries);
            (report.Coverage!.Opened, report.Unable).ShouldBe((report.Coverage.Streams - 1, null));
        }
    }

    [Theory]
    [InlineData(new byte[0])]
    [InlineData(new byte[] { 0, 1, 0, 0 })]
    [InlineData(new byte[] { 0, 1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 83, 73 })]
    public void Complete_AFontThatIsCut_IsNoFont(byte[] font) =>
        new PdfBuilder().Stream(2, "/Length1 9", font).Analyze().Verdict.ShouldBe(Verdict.Clean);

    private static byte[] Sfnt(params string[] tables)
    {
        var font = new byte[12 + (16 * tables.Length) + 50_000];
        font[1] = 1;
        BinaryPrimitives.WriteUInt16BigEndian(font.AsSpan(4), (ushort)tables.Length);
        for (var i = 0; i < tables.Length; i++)
        {
            Encoding.ASCII.GetBytes(tables[i]).CopyTo(font, 12 + (16 * i));
        }

        return font;
    }
}

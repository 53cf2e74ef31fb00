using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Objects that are passed over give the report that they give when they are read token by token.</summary>
public sealed class SkimmerTests
{
    // The engine takes the first 4,096 bytes at once, however they are cut.
    private static readonly byte[] Start = [.. "%PDF-1.7\n"u8, .. Enumerable.Repeat((byte)'\n', 4096)];

    private static readonly string[] Pieces =
    [
        "<<", ">>", "<<", ">>", "[", "]", "(a)", "(a\\)(b)", "(", ")", "<41>", "<", ">", " ", "\n", "%c\n", "#", "5 0 R", "5 0 R ", "12",
        "-1", "1.5", "null", "/A", "/Type", "/Page", "/Pages", "/Subtype/Image", "/Type1C", "/Length1 5", "/Length2 null", "/S/GoTo",
        "/S/URI", "/URI(u)", "/F 4", "/F(f)", "/F<<", "/UF(u)", "/D[5 0 R/XYZ 1 2 3]", "/D 5 0 R", "/Next 5 0 R", "/OpenAction 5 0 R",
        "/F 5 0 R", "/S 5 0 R", "/S\n5 0 R", "/S /P",
        "/AA<</O", "/JS(s)", "/JS 5 0 R", "/J#53(s)", "/Colors 99999999", "/Predictor 12", "/Type/XRef", "/Type/Metadata",
        "/EF<</F 5 0 R", "/Type/ObjStm/N 1/First 4", "endobj", "obj", "stream\n", "endstream", " 6 0 obj", "6 0 obj ",
        "\nendobj\n5 0 obj\n", "\nendobj\n5 0 obj\n<<", "/Subtype", "/Image", "/Length1", "/N 3",
        "/First 4", "/First 6 0 R", "/XFA 5 0 R", "/XFA[(a)5 0 R", "/Filter 5 0 R", "/DecodeParms 5 0 R", "/FlateDecode",
        "[5 0 R/XYZ 1 2]", "[5 0 R /FlateDecode]", "<<>>", "/A/Next 5 0 R", "/A 6 0 R/Next 5 0 R", "/OpenAction 7 0 R",
        "\nendobj\n7 0 obj\n", "\nendobj\n7 0 obj<</Next 5 0 R", "\nendobj\n6 0 obj\n", "{", "}",
    ];

    [Fact]
    public void Complete_ObjectSoup_ReportsWhatItReportsByteByByte()
    {
        var random = new Random(1129);
        using var analysis = new FileAnalysis();
        for (var round = 0; round < 4000; round++)
        {
            // Behind the soup lies enough for the skimmer to look ahead.
            var soup = string.Concat(random.GetItems(Pieces, random.Next(1, 14)));
            var text = $"5 0 obj\n<<{soup}>>\nendobj\n7 0 obj\n<</Length 3>>\nstream\n(x)\nendstream\nendobj\n{new string(' ', 100)}";
            byte[] bytes = [.. Start, .. Encoding.Latin1.GetBytes(text)];

            Report(analysis, [bytes]).ShouldBe(Report(analysis, Counted.Pieces(bytes, Enumerable.Range(Start.Length, text.Length))), soup);
        }
    }

    /// <summary>A word behind a delimiter that nobody needs is the value of the key before it, so that the next name is a key.</summary>
    [Theory]
    [InlineData("/A{b")]
    [InlineData("/A }b")]
    [InlineData("/A)b")]
    [InlineData("/A > b")]
    [InlineData("/A]b")]
    [InlineData("/A b c")]
    [InlineData("/A[b]")]
    [InlineData("/A<<b>>")]
    public void Complete_StreamOfAKind_HasTheKindThatItHasByteByByte(string key)
    {
        using var analysis = new FileAnalysis();
        foreach (var rest in new[] { "/B/Subtype/Type1C", "/Subtype/Type1C", "/B/Type/XRef", "/Length1 5", "/B/Length1 5" })
        {
            var text = $"5 0 obj\n<<{key}{rest}/Length 3>>stream\n(x)\nendstream\nendobj\n{new string(' ', 100)}";
            byte[] bytes = [.. Start, .. Encoding.Latin1.GetBytes(text)];

            Report(analysis, [bytes]).ShouldBe(Report(analysis, Counted.Pieces(bytes, Enumerable.Range(Start.Length, text.Length))), text);
        }
    }

    [Fact]
    public void Complete_ObjectSoupInAnObjectStream_ReportsWhatItReportsInTheOpen()
    {
        var random = new Random(1130);
        for (var round = 0; round < 1000; round++)
        {
            var soup = string.Concat(random.GetItems(Pieces[..46], random.Next(1, 10)));
            (int, string)[] objects = [(5, $"<<{soup}>>"), (6, $"<</A{soup}>>"), (7, "<</B/C>>"), (8, $"{new string(' ', 100)}[1 2]")];
            var (content, first) = PdfBuilder.Content(objects);
            var entries = $"/Type/ObjStm/N 4/First {first}";
            var whole = new PdfBuilder().Stream(9, entries + "/Filter/FlateDecode", PdfBuilder.Zlib(content)).Analyze();

            // A run of one byte at a time comes out of this filter.
            byte[] runs = [.. content.SelectMany(value => new byte[] { 0, value }), 128];
            var pieces = new PdfBuilder().Stream(9, entries + "/Filter/RunLengthDecode", runs).Analyze();

            pieces.Pdf!.Inside.ShouldBe(whole.Pdf!.Inside, soup);
            Rules(pieces).ShouldBe(Rules(whole), soup);
            pieces.Pdf.Links.ShouldBe(whole.Pdf.Links, soup);
        }
    }

    private static IEnumerable<(string Rule, long Count)> Rules(AnalysisReport report) =>
        report.Findings.Select(finding => (finding.Rule, finding.Count));

    private static string Report(FileAnalysis analysis, IEnumerable<ReadOnlyMemory<byte>> pieces) =>
        Reported.Text(Reported.Of(analysis, pieces));
}

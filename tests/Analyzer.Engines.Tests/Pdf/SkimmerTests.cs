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

    /// <summary>An image has columns and bits, too: only what tells a predictor, or a variant of LZW, are parameters of a filter.</summary>
    [Theory]
    [InlineData("/BitsPerComponent 8", 1)]
    [InlineData("/Columns 4/Subtype/Image", 1)]
    [InlineData("/Columns 6 0 R", 1)]
    [InlineData("/Columns 4/Predictor 1", 0)]
    [InlineData("/EarlyChange 1", 0)]
    public void Complete_ParametersElsewhere_AreKnownOrNotHoweverTheyAreCut(string entries, int unopened)
    {
        using var analysis = new FileAnalysis();
        var (content, first) = PdfBuilder.Content((3, "<</A 1>>"));
        var text = $"7 0 obj\n<<{entries}>>\nendobj\n5 0 obj\n<</Type/ObjStm/N 1/First {first}/Filter/Fl/DecodeParms[7 0 R]>>stream\n";
        byte[] bytes =
        [
            .. Start, .. Encoding.Latin1.GetBytes(text), .. PdfBuilder.Zlib(content), .. "\nendstream\nendobj\n"u8, .. new byte[100],
        ];

        analysis.Append(bytes);
        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Coverage!.UnopenedObjectStreams.ShouldBe(unopened);
        analysis.Reset();
        var cuts = Enumerable.Range(Start.Length, bytes.Length - Start.Length);
        Report(analysis, [bytes]).ShouldBe(Report(analysis, Counted.Pieces(bytes, cuts)));
    }

    /// <summary>How long the data are tells whether the line end behind them belongs to them, also when only a later name asks.</summary>
    [Theory]
    [InlineData("/Length 5")]
    [InlineData("/Length 4 /A/B")]
    [InlineData("/Length +0005 ")]
    [InlineData("/Length -5")]
    [InlineData("/Length 5.0")]
    [InlineData("/Length 5 0 R")]
    [InlineData("/Length 5 6 0 R")]
    [InlineData("/Length 0 5 R")]
    [InlineData("/Length 5> 0 R")]
    [InlineData("/Length 5]0 R")]
    [InlineData("/Length 4/Length 5")]
    [InlineData("/Length 5/Length 6/Length 0")]
    [InlineData("/Length/Length 5")]
    [InlineData("/Length[5]")]
    [InlineData("/Length(5)")]
    [InlineData("/A<</Length 5>>")]
    [InlineData("/A[/Length 5]")]
    [InlineData("/A(b)/Length 5")]
    [InlineData("/A ] [/Length 5]")]
    [InlineData("/Length 99999999999999999999")]
    [InlineData("/A b c/Length 5")]
    public void Complete_AStreamThatIsNamedBehindIt_IsAsLongWhereverItIsCut(string entries)
    {
        using var analysis = new FileAnalysis();
        foreach (var lineEnd in new[] { "\n", "\r", "\r\n", "\n\r\n", "" })
        {
            var text = NamedBehind(entries, lineEnd);
            byte[] bytes = [.. Start, .. Encoding.Latin1.GetBytes(text)];
            var whole = Report(analysis, [bytes]);

            Report(analysis, Counted.Pieces(bytes, Enumerable.Range(Start.Length, text.Length))).ShouldBe(whole, text);
            for (var cut = Start.Length; cut < bytes.Length - 100; cut++)
            {
                Report(analysis, Counted.Pieces(bytes, [cut])).ShouldBe(whole, $"{text} at {cut - Start.Length}");
            }
        }
    }

    [Fact]
    public void Complete_SoupInAStreamThatIsNamedBehindIt_ReportsWhatItReportsByteByByte()
    {
        var random = new Random(1131);
        string[] pieces = [.. Pieces[..40], "/Length 4", "/Length 5", "/Length ", "/Length", "/Length 5 0 R", "/Length 5>", "5", "/A 5"];
        using var analysis = new FileAnalysis();
        for (var round = 0; round < 4000; round++)
        {
            var soup = string.Concat(random.GetItems(pieces, random.Next(1, 8)));
            byte[] bytes = [.. Start, .. Encoding.Latin1.GetBytes(NamedBehind($"{soup}/Length {round % 8}", "\r\n"))];

            var cuts = Enumerable.Range(Start.Length, bytes.Length - Start.Length);
            Report(analysis, [bytes]).ShouldBe(Report(analysis, Counted.Pieces(bytes, cuts)), soup);
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

    private static string NamedBehind(string entries, string lineEnd) =>
        $"5 0 obj<<{entries}>>stream\ntext{lineEnd}endstream endobj 7 0 obj<</UF(a)/EF<</F 5 0 R>>>>endobj {new string(' ', 100)}";

    private static IEnumerable<(string Rule, long Count)> Rules(AnalysisReport report) =>
        report.Findings.Select(finding => (finding.Rule, finding.Count));

    private static string Report(FileAnalysis analysis, IEnumerable<ReadOnlyMemory<byte>> pieces) =>
        Reported.Text(Reported.Of(analysis, pieces));
}

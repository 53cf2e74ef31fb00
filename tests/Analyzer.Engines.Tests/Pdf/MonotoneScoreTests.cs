using Analyzer.Core;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>
/// Adding bytes never lowers the score. Any bytes may be added between objects; the added bytes may themselves end in the middle of a word
/// or of an object. Inside an object they would change what it says: a parenthesis makes text of an action.
/// </summary>
public sealed class MonotoneScoreTests
{
    private static readonly byte[] Header = "%PDF-1.7\n"u8.ToArray();
    private static readonly byte[] Tail = " /Tail "u8.ToArray();

    [Fact]
    public void Score_SoupIntoSoup_NeverFalls() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(6_000),
        Prop.ForAll<byte[][], byte[], byte>((objects, added, where) => ShouldNotFall(objects, TokenSoup.Cook(added), where)));

    [Fact]
    public void Score_AnyBytesIntoSoup_NeverFalls() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(5_000),
        Prop.ForAll<byte[][], byte[], byte>((objects, added, where) => ShouldNotFall(objects, added, where)));

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
                ShouldNotFall(mutant, [.. mutant, .. added]);
            }
        }
    }

    // Objects of soup, and between two of them what is added. It may not hold the beginning of a stream, which would swallow the others.
    private static void ShouldNotFall(byte[][] objects, byte[] added, byte where)
    {
        byte[][] cooked = [.. objects.Select((picks, i) => Object(i + 1, TokenSoup.Cook(picks)))];
        var at = cooked.Length == 0 ? 0 : where % (cooked.Length + 1);
        added = [.. System.Text.Encoding.Latin1.GetBytes(System.Text.Encoding.Latin1.GetString(added).Replace("stream", "str")),
            (byte)'\n'];
        ShouldNotFall(
            [.. Header, .. cooked.SelectMany(bytes => bytes), .. Tail],
            [.. Header, .. cooked[..at].SelectMany(bytes => bytes), .. added, .. cooked[at..].SelectMany(bytes => bytes), .. Tail]);
    }

    private static byte[] Object(int number, byte[] soup) =>
        [.. System.Text.Encoding.ASCII.GetBytes($"\n{number} 0 obj\n<<"), .. soup, .. "\n>>\nendobj\n"u8];

    // Objects, revisions of them, object streams and streams, whole or damaged; inserted between any two others.
    private static readonly Action<PdfBuilder>[] Parts =
    [
        builder => builder.Object(1, "<</Type/Catalog/OpenAction 2 0 R>>"),
        builder => builder.Object(1, "<</Type/Catalog/OpenAction[3 0 R/Fit]>>"),
        builder => builder.Object(2, "<</S/GoTo/D[3 0 R/Fit]>>"),
        builder => builder.Object(2, "<</S/URI/URI(http://a.example/)/Next 4 0 R>>"),
        builder => builder.Object(4, "<</S/SubmitForm/F(http://a.example/)/Next 2 0 R>>"),
        builder => builder.Object(4, "<</S/GoToR/F(\\\\\\\\host\\\\share)>>"),
        builder => builder.Object(3, "<</Type/Page/AA 5 0 R>>"),
        builder => builder.Object(5, "<</O 2 0 R/C<</S/JavaScript/JS 6 0 R>>>>"),
        builder => builder.Object(6, "(eval\\(unescape\\('%41'\\)\\))"),
        builder => builder.Stream(6, "", "Collab.getIcon(1)"u8.ToArray()),
        builder => builder.Stream(6, "/Filter/FlateDecode", PdfBuilder.Zlib("app.launchURL('x')"u8.ToArray())),
        builder => builder.Stream(6, "/Filter/FlateDecode", "not flate"u8.ToArray()),
        builder => builder.ObjectStream(7, (1, "<</OpenAction 2 0 R>>"), (2, "<</S/Launch/F(a.exe)>>")),
        builder => builder.ObjectStream(8, (4, "<</S/JavaScript/JS 6 0 R>>"), (5, "null")),
        builder => builder.ObjectStream(7, (2, "null"), (6, "(1)")),
        builder => builder.Stream(9, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", "not flate"u8.ToArray()),
        builder => builder.Object(15, "/FlateDecode"),
        builder => builder.Object(15, "/ASCIIHexDecode"),
        builder => builder.Stream(6, "/Filter 15 0 R", PdfBuilder.Zlib("eval(unescape('%41'))"u8.ToArray())),
        builder => builder.Object(16, "<</XFA[(template) 6 0 R(form) 17 0 R]>>"),
        builder => builder.Object(16, "<</XFA 18 0 R>>"),
        builder => builder.Object(18, "[(template) 17 0 R]"),
        builder => builder.Stream(17, "", "<script>app.launchURL('x')</script>"u8.ToArray()),
        builder => builder.Stream(10, "/Type/EmbeddedFile", "MZ\0\0"u8.ToArray()),
        builder => builder.Object(11, "<</Type/Filespec/UF(a.vbs)/EF<</F 12 0 R>>>>"),
        builder => builder.Stream(12, "/Type/EmbeddedFile", "text"u8.ToArray()),
        builder => AddManyFiles(builder),
        builder => builder.Object(23, "<</UF 24 0 R/EF 25 0 R>>"),
        builder => builder.Object(26, "<</UF(a.txt)/EF 25 0 R>>"),
        builder => builder.Object(24, "(a.vbs)"),
        builder => builder.Object(25, "<</F 12 0 R/UF 10 0 R>>"),
        builder => builder.Object(19, "[null<</S/URI/URI(http://a.example/)>>6 0 R]"),
        builder => builder.Object(2, "<</S/GoToR/F 21 0 R/Next 19 0 R>>"),
        builder => builder.Object(21, "<</UF(\\\\\\\\host\\\\share)>>"),
        builder => builder.Raw("22 0\fobj<</N 1/First 4>>stream\n2 0 <</S/Launch>>\nendstream endobj\n"),
        builder => builder.Raw("trailer<</Root 1 0 R/Encrypt 13 0 R>>\nstartxref\n0\n%%EOF\n"),
        builder => builder.Raw("2 0 obj (never closed\n"),
        builder => builder.Raw("2 0 obj <never closed\n"),
        builder => builder.Raw("2 0 obj [<<[<</A\n"),
        builder => builder.Raw("% 2 0 R endobj\n"),
        builder => builder.Object(14, "<</J#53(a)/XFA 6 0 R/Type/ObjStm>>"),
    ];

    [Fact]
    public void Score_PartsBetweenParts_NeverFalls()
    {
        var random = new Random(17);
        for (var round = 0; round < 4_000; round++)
        {
            var parts = random.GetItems(Parts, random.Next(1, 9)).ToList();
            var before = Build(parts);
            parts.InsertRange(random.Next(parts.Count + 1), random.GetItems(Parts, random.Next(1, 4)));
            ShouldNotFall(before, Build(parts));
        }
    }

    // Up to 5 MB, behind the parts that streams and strings lie in and before those that name them: more than is kept meanwhile.
    [Fact]
    public void Score_ManyStreamsBetweenPartsAndWhatNamesThem_NeverFalls()
    {
        var random = new Random(23);
        for (var round = 0; round < 60; round++)
        {
            Action<PdfBuilder>[] parts = [.. random.GetItems(Acting, 2), .. random.GetItems(Naming, 2)];
            Action<PdfBuilder>[] grown = [.. parts[..2], AddStreams(random), .. parts[2..]];
            var (before, after) = (Build(parts), Build(grown));
            ShouldNotFall(before, after);

            var cuts = Enumerable.Range(0, random.Next(1, 200)).Select(_ => random.Next(after.Length + 1));
            Reported.Text(Counted.Pieces(after, cuts)).ShouldBe(Reported.Text([after]), $"round {round}");
        }
    }

    private static readonly Action<PdfBuilder>[] Acting =
    [
        builder => builder.Object(6, "(eval\\(unescape\\('%41'\\)\\))"),
        builder => builder.Stream(6, "", "Collab.getIcon(1)"u8.ToArray()),
        builder => builder.Stream(6, "/Filter/FlateDecode", PdfBuilder.Zlib("app.launchURL('x')"u8.ToArray())),
        builder => builder.Stream(6, "", [.. "app.openDoc('x');"u8, .. Enumerable.Repeat((byte)' ', 30_000)]),
        builder => builder.Stream(6, "", [0xFE, 0xFF, .. System.Text.Encoding.BigEndianUnicode.GetBytes("util.printf('%45000f')")]),
        builder => builder.Object(15, "/FlateDecode").Stream(6, "/Filter 15 0 R", PdfBuilder.Zlib("eval(unescape('%41'))"u8.ToArray())),
        builder => builder.ObjectStream(7, (6, "(unescape\\('%41'\\))")),
        builder => builder.Stream(17, "/Filter/FlateDecode", PdfBuilder.Zlib("<script>app.launchURL('x')</script>"u8.ToArray())),
        builder => builder.Stream(12, "/Filter/FlateDecode", PdfBuilder.Zlib("MZ\0\0"u8.ToArray())),
        builder => builder.Stream(12, "", "text"u8.ToArray()),
    ];

    private static readonly Action<PdfBuilder>[] Naming =
    [
        builder => builder.Object(5, "<</O<</S/JavaScript/JS 6 0 R>>>>"),
        builder => builder.ObjectStream(8, (4, "<</S/Rendition/JS 6 0 R>>")),
        builder => builder.Object(16, "<</XFA[(template) 6 0 R(form) 17 0 R]>>"),
        builder => builder.Object(11, "<</Type/Filespec/UF(a.vbs)/EF<</F 12 0 R>>>>"),
        builder => builder.Object(25, "<</F 12 0 R>>").Object(11, "<</Type/Filespec/UF(a.vbs)/EF 25 0 R>>"),
    ];

    // Page contents, compressed or not, and noise, which is neither.
    private static Action<PdfBuilder> AddStreams(Random random)
    {
        var content = random.GetItems("q BT 1 0 0 1 72.25 720 Tm (text) Tj ET Q\n"u8.ToArray(), random.Next(1_000, 60_000));
        var (entries, data) = random.Next(3) switch
        {
            0 => ("", content),
            1 => ("/Filter/FlateDecode", PdfBuilder.Zlib(content)),
            _ => ("/Filter/FlateDecode", content),
        };
        var count = random.Next(1_000_000, 5_000_000) / data.Length;
        return builder =>
        {
            for (var number = 0; number < count; number++)
            {
                builder.Stream(1_000 + number, entries, data);
            }
        };
    }

    // As many as a report lists.
    private static void AddManyFiles(PdfBuilder builder)
    {
        for (var number = 100; number < 164; number++)
        {
            builder.Stream(number, "/Type/EmbeddedFile", "text"u8.ToArray());
        }
    }

    private static byte[] Build(IEnumerable<Action<PdfBuilder>> parts)
    {
        var builder = new PdfBuilder();
        foreach (var part in parts)
        {
            part(builder);
        }

        return builder.ToArray();
    }

    private static void ShouldNotFall(byte[] document, byte[] grown)
    {
        var (before, after) = (PdfBuilder.Analyze(document), PdfBuilder.Analyze(grown));

        Score(after).ShouldBeGreaterThanOrEqualTo(
            Score(before), Points(before) + " became " + Points(after) + " in "
                + System.Text.Encoding.Latin1.GetString(grown.AsSpan(0, Math.Min(grown.Length, 100_000))));

        // The part of a verdict that marks without a place gave goes with them.
        var earned = Score(before) >= EngineRules.MaliciousFrom ? Verdict.Malicious : Verdict.Suspicious;
        (Score(before) < EngineRules.SuspiciousFrom || after.Verdict == earned || after.Verdict is Verdict.Malicious)
            .ShouldBeTrue($"{before.Verdict} became {after.Verdict}");
    }

    // Marks that could not be placed have points until something that is added tells where they stand.
    private static int Score(AnalysisReport report) =>
        report.Findings.Where(finding => finding.Rule != "pdf.unplaced-marks").Sum(finding => finding.Points);

    private static string Points(AnalysisReport report) => string.Join(", ",
        report.Findings.Where(finding => finding.Points > 0).Select(finding => $"{finding.Rule} {finding.Points} {finding.Trigger}"));
}

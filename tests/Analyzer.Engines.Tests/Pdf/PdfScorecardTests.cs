using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Pdf.Scoring;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfScorecardTests
{
    [Theory]
    [InlineData("", Verdict.Clean, "")]
    [InlineData("/AcroForm 1", Verdict.Clean, "")]
    [InlineData("/OpenAction [1 0 R /Fit]", Verdict.Clean, "pdf.open-action 0 x1 @24")]
    [InlineData("/JS(a)", Verdict.Clean, "")]
    [InlineData("/S/JavaScript/JS(a)", Verdict.Clean, "pdf.javascript 0 x1 @26")]
    [InlineData("/OpenAction<</S/JavaScript/JS(app.exec\\(1\\))>>", Verdict.Suspicious,
        "pdf.script 120 x1 @9|pdf.open-action 0 x1 @24|pdf.javascript 0 x1 @39")]
    [InlineData("/OpenAction<</S/JavaScript/JS(this.print\\(true\\);)>>", Verdict.Clean,
        "pdf.open-action 0 x1 @24|pdf.javascript 0 x1 @39")]
    [InlineData("/B<</S/JavaScript/JS(app.exec\\(1\\))>>", Verdict.Clean, "pdf.script 20 x1 @9|pdf.javascript 0 x1 @30")]
    [InlineData("/B(/JavaScript /OpenAction /Launch /J#53)% /JavaScript\n", Verdict.Clean, "")]
    [InlineData("/JavaScript /JavaScript /OpenAction ", Verdict.Clean, "pdf.open-action 0 x1 @48|pdf.javascript 0 x2 @24")]
    [InlineData("/Launch ", Verdict.Clean, "")]
    [InlineData("/A<</S/Launch/F(a.txt)>>", Verdict.Clean, "pdf.launch 0 x1 @9")]
    [InlineData("/A<</S/Launch/F(a.exe)>>", Verdict.Suspicious, "pdf.launch-program 145 x1 @9")]
    [InlineData("/OpenAction<</S/Launch/F(a.exe)>>", Verdict.Malicious, "pdf.launch-program 150 x1 @9|pdf.open-action 0 x1 @24")]
    [InlineData("/#4aS(a)/B/J#53 ", Verdict.Suspicious, "pdf.obfuscated-name 145 x2 @24")]
    [InlineData("/Colors 16777217 ", Verdict.Suspicious, "pdf.colors 130 x1 @32")]
    [InlineData("/Colors 16777216 ", Verdict.Clean, "")]
    [InlineData("/RichMedia/JBIG2Decode ", Verdict.Clean, "pdf.rich-media 5 x1 @24|pdf.jbig2 5 x1 @34")]
    [InlineData("/EmbeddedFile ", Verdict.Clean, "pdf.embedded-file 0 x1 @24")]
    [InlineData("/Encrypt ", Verdict.Clean, "")]
    [InlineData("/Type/ObjStm ", Verdict.Clean, "pdf.object-streams 0 x1 @29")]
    [InlineData("obj ", Verdict.Unable, "pdf.unbalanced-objects 0 x1 @13")]
    [InlineData("endstream ", Verdict.Clean, "pdf.unbalanced-streams 0 x1 @24")]
    public void Complete_ADocumentWith_FindsIt(string content, Verdict verdict, string findings)
    {
        var report = Analyze($"%PDF-1.7\n1 0 obj<</A 0  {content}>>endobj ");

        Found(report).ShouldBe(findings.Split('|', StringSplitOptions.RemoveEmptyEntries));
        report.Verdict.ShouldBe(verdict);
        report.Score.ShouldBe(report.Findings.Sum(finding => finding.Points));
        report.MediaType.ShouldBe("application/pdf");
        report.Pdf.ShouldNotBeNull().Version.ShouldBe("1.7");
    }

    [Fact]
    public void Complete_AnotherTypeBeforeTheHeader_IsAPolyglot()
    {
        var report = Analyze("MZ\u0090\0%PDF-1.5\n1 0 obj endobj");

        Found(report).ShouldBe(["pdf.polyglot 100 x1 @0", "pdf.late-header 0 x1 @4"]);
        report.Verdict.ShouldBe(Verdict.Suspicious);
        report.MediaType.ShouldBe("application/pdf");
    }

    [Fact]
    public void Complete_AHeaderAndNoDocument_IsUnable()
    {
        var report = Analyze("### %PDF-1.4 is old.");

        Found(report).ShouldBe(["pdf.late-header 0 x1 @4"]);
        report.Unable.ShouldNotBeNull().ShouldHaveSingleItem().Reason.ShouldBe("no-objects");
        report.Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("")]
    [InlineData("no text\u0001")]
    [InlineData("PDF-1.4 1 0 obj /JavaScript /OpenAction\u0001")]
    public void Complete_NoPdf_IsUnableAndSaysWhy(string content)
    {
        var report = Analyze(content);

        Found(report).ShouldBe(["file.type 0 x1 @0"]);
        report.Verdict.ShouldBe(Verdict.Unable);
        report.Pdf.ShouldBeNull();
    }

    /// <summary>One of each: of those that lead out, and of those that tell that a script runs, only the worst has points.</summary>
    [Theory]
    [InlineData("<</S/GoToR/F<</F 7 0 R>>>>", "pdf.link-share", "\\\\\\\\host\\\\share", 7)]
    [InlineData("<</S/URI/URI(http://a.example/)/Next<</S/SubmitForm/F(http://b.example/)>>>>", "pdf.uri", "http://a.example/", 6)]
    [InlineData("<</S/SubmitForm/F<</FS/URL/F(http://a.example/)>>>>", "pdf.submit", "http://a.example/", 6)]
    [InlineData("<</S/ImportData/F(a.fdf)>>", "pdf.import", "a.fdf", 6)]
    [InlineData("<</S/GoToR/F(a.pdf)>>", "pdf.remote", "a.pdf", 6)]
    [InlineData("<</S/Launch/Win<</F(cmd.exe)>>>>", "pdf.launch-program", "cmd.exe", 6)]
    public void Complete_EverythingThatHasPoints_HasPlacesAndAnExcerpt(string action, string rule, string excerpt, int number)
    {
        var script = "Collab.getIcon(eval(unescape('%61')));app.launchURL('a');this.exportDataObject({nLaunch:2});"
            + $"var a='{string.Join("", Enumerable.Repeat("%u9090", 40))}'";
        var report = PdfBuilder.Analyze([.. Encoding.Latin1.GetBytes("MZ\u0090\0"), .. new PdfBuilder()
            .Object(1, "<</Open#41ction 2 0 R/AA<</O 3 0 R>>/XFA(a)/X[/RichMedia/JBIG2Decode/Launch]/Colors 99999999>>")
            .Object(2, "<</S/GoTo/Next 6 0 R>>").Object(6, action).Object(7, "(\\\\\\\\host\\\\share)")
            .Object(3, $"<</S/JavaScript/JS<{Convert.ToHexString(Encoding.ASCII.GetBytes(script))}>>>")
            .Object(10, "<</Rect[0 0 595 842]/A<</S/URI/URI(http://xn--a@192.0.2.7/)>>>>").Object(11, "<</A<</S/URI/URI(http://xn--a/)>>>>")
            .Object(12, "<</Type/Font/FontMatrix[1 0 0 1 0(alert)]>>").Stream(13, "/Length1 9", Sfnt("SING"))
            .Stream(9, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", PdfBuilder.Zlib(new byte[4 << 20]))
            .Raw("%%EOF\nMZ\u0090\0 a program").ToArray()]);

        var scoring = report.Findings.Where(finding => finding.Points > 0).ToList();
        scoring.Select(finding => finding.Rule).ShouldBe(
        [
            rule, "pdf.script", "pdf.script-exploit", "pdf.script-shellcode", "pdf.script-runs-decoded", "pdf.script-decodes",
            "pdf.script-starts", "pdf.script-connects", "pdf.obfuscated-name", "pdf.colors", "pdf.polyglot", "pdf.foreign-data",
            "pdf.font-table", "pdf.font-matrix", "pdf.covered-page", "pdf.link-ip", "pdf.link-punycode", "pdf.link-userinfo", "pdf.bomb",
            "pdf.xfa", "pdf.rich-media", "pdf.jbig2",
        ]);
        scoring.ShouldAllBe(finding => finding.Places != null && finding.Places.Count > 0 && finding.Excerpt != null);
        var told = scoring.Single(finding => finding.Rule == rule);
        (told.Excerpt, told.Places![0].ObjectNumber, told.Trigger).ShouldBe((excerpt, number, "open"));
        scoring.Single(finding => finding.Rule == "pdf.script-exploit").Trigger.ShouldBe("page");
        scoring.Single(finding => finding.Rule == "pdf.obfuscated-name").Excerpt!.ShouldContain("/Open#41ction 2 0 R");
        scoring.Single(finding => finding.Rule == "pdf.bomb").Places.ShouldBe([new Place(Offset(report, "pdf.bomb"), 9)]);
        scoring.Single(finding => finding.Rule == "pdf.bomb").Excerpt!.ShouldContain(" bytes decode to ");
        scoring.Single(finding => finding.Rule == "pdf.polyglot").Excerpt.ShouldBe("MZ\\x90\\x00");
    }

    private static byte[] Sfnt(string table) =>
        [0, 1, 0, 0, 0, 1, 0, 16, 0, 0, 0, 0, .. Encoding.ASCII.GetBytes(table), .. new byte[12]];

    private static long Offset(AnalysisReport report, string rule) => report.Findings.Single(finding => finding.Rule == rule).Offset;

    [Fact]
    public void Rules_AsTheyAre_HaveNamesOfTheirOwnAndNoNegativePoints()
    {
        PdfScorecard.Rules.Select(rule => rule.Name).ShouldBeUnique();
        PdfScorecard.Rules.ShouldAllBe(
            rule => rule.Points.Asked >= 0 && rule.Points.Asked <= rule.Points.Unasked && rule.Name.StartsWith("pdf.")
            && rule.Reason.Length > 20);
    }

    // All of them are ordinary documents, so a flag is a false alarm.
    [Fact]
    public void Complete_RealDocuments_FlagsNone()
    {
        var reports = PdfSamples.Documents().Select(path => Analyze(File.ReadAllBytes(path))).ToList();

        reports.ShouldAllBe(report => report.Verdict == Verdict.Clean);
    }

    private static AnalysisReport Analyze(string content) => Analyze(Encoding.Latin1.GetBytes(content));

    private static AnalysisReport Analyze(byte[] content)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(content);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
    }

    private static IEnumerable<string> Found(AnalysisReport report) =>
        report.Findings.Select(finding => $"{finding.Rule} {finding.Points} x{finding.Count} @{finding.Offset}");
}

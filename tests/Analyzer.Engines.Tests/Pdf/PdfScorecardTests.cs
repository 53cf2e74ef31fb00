using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Pdf.Scoring;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfScorecardTests
{
    [Theory]
    [InlineData("", Verdict.Clean, "")]
    [InlineData("/AcroForm 1", Verdict.Clean, "")]
    [InlineData("/OpenAction [1 0 R /Fit]", Verdict.Clean, "pdf.open-action 45 x1 @24")]
    [InlineData("/JS(a)", Verdict.Clean, "pdf.js 0 x1 @24")]
    [InlineData("/S/JavaScript/JS(a)", Verdict.Suspicious, "pdf.javascript 120 x1 @26")]
    [InlineData("/JavaScript /JavaScript /OpenAction ", Verdict.Malicious, "pdf.javascript 120 x2 @24|pdf.open-action 45 x1 @48")]
    [InlineData("/JavaScript/AA/XFA", Verdict.Suspicious, "pdf.javascript 120 x1 @24|pdf.additional-actions 5 x1 @35|pdf.xfa 5 x1 @38")]
    [InlineData("/Launch ", Verdict.Suspicious, "pdf.launch 145 x1 @24")]
    [InlineData("/#4aS/J#53 ", Verdict.Suspicious, "pdf.obfuscated-name 145 x2 @24|pdf.js 0 x2 @24")]
    [InlineData("/Colors 16777217 ", Verdict.Suspicious, "pdf.colors 130 x1 @32")]
    [InlineData("/Colors 16777216 ", Verdict.Clean, "")]
    [InlineData("/RichMedia/JBIG2Decode ", Verdict.Clean, "pdf.rich-media 5 x1 @24|pdf.jbig2 5 x1 @34")]
    [InlineData("/EmbeddedFile ", Verdict.Clean, "pdf.embedded-file 0 x1 @24")]
    [InlineData("/Encrypt ", Verdict.Unable, "pdf.encrypted 0 x1 @24")]
    [InlineData("/Encrypt /JavaScript ", Verdict.Suspicious, "pdf.javascript 120 x1 @33|pdf.encrypted 0 x1 @24")]
    [InlineData("/Type/ObjStm ", Verdict.Clean, "pdf.object-streams 0 x1 @29")]
    [InlineData("obj ", Verdict.Clean, "pdf.unbalanced-objects 0 x1 @13")]
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
        var report = Analyze("Files of version %PDF-1.4 are old.");

        Found(report).ShouldBe(["pdf.late-header 0 x1 @17", "pdf.no-objects 0 x1 @17"]);
        report.Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData("")]
    [InlineData("plain text")]
    [InlineData("PDF-1.4 1 0 obj /JavaScript /OpenAction")]
    public void Complete_NoPdf_IsUnableAndSaysWhy(string content)
    {
        var report = Analyze(content);

        Found(report).ShouldBe(["file.type 0 x1 @0"]);
        report.Verdict.ShouldBe(Verdict.Unable);
        report.Pdf.ShouldBeNull();
    }

    [Fact]
    public void Rules_AsTheyAre_HaveNamesOfTheirOwnAndNoNegativePoints()
    {
        PdfScorecard.Rules.Select(rule => rule.Name).ShouldBeUnique();
        PdfScorecard.Rules.ShouldAllBe(rule => rule.Points >= 0 && rule.Name.StartsWith("pdf.") && rule.Reason.Length > 20);
    }

    // All of them are ordinary documents, so a flag is a false alarm; 35 of them have an /OpenAction or the letters /JS.
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

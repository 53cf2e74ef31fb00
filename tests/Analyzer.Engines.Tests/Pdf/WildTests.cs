using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>Documents made by hand whose names say what each holds (../shared/data/pdf-wild).</summary>
public sealed class WildTests
{
    [Theory]
    [InlineData("00-benign.pdf", Verdict.Clean)]
    [InlineData("00-benign-aes-256.pdf", Verdict.Clean)]
    [InlineData("01b-link-exe.pdf", Verdict.Suspicious)]
    [InlineData("01e-link-msdt.pdf", Verdict.Suspicious)]
    [InlineData("03-external-stream-unc.pdf", Verdict.Suspicious)]
    [InlineData("04-page-open-submit.pdf", Verdict.Suspicious)]
    [InlineData("05b-rendition-js.pdf", Verdict.Suspicious)]
    [InlineData("06-incremental-js.pdf", Verdict.Suspicious)]
    [InlineData("06-incremental-js-aes-128.pdf", Verdict.Suspicious)]
    [InlineData("06-incremental-js-aes-256-objstm.pdf", Verdict.Suspicious)]
    [InlineData("09-attach-exe-rc4-128.pdf", Verdict.Suspicious)]
    [InlineData("09d-attach-lnk.pdf", Verdict.Suspicious)]
    [InlineData("09g-attach-pdf-with-js.pdf", Verdict.Suspicious)]
    [InlineData("09l-attach-zip-exe.pdf", Verdict.Suspicious)]
    [InlineData("10-xfa-js.pdf", Verdict.Suspicious)]
    [InlineData("11b-pdf-zip-append.pdf", Verdict.Suspicious)]
    [InlineData("12c-header-lowercase.pdf", Verdict.Suspicious)]
    [InlineData("16-cv-mentions-js.pdf", Verdict.Clean)]
    [InlineData("16d-print-js-googledocs.pdf", Verdict.Clean)]
    [InlineData("16f-form-calc.pdf", Verdict.Clean)]
    [InlineData("37-60-benign-then-exploit.pdf", Verdict.Malicious)]
    [InlineData("39-openaction-goto-launchlink.pdf", Verdict.Clean)]
    [InlineData("userpw-aes-256.pdf", Verdict.Unable)]
    public void Complete_ADocument_IsWhatItsNameSays(string name, Verdict verdict)
    {
        var report = PdfBuilder.Analyze(File.ReadAllBytes(SharedData.SkipUnlessPresent("data", "pdf-wild", name)));

        var isAtLeast = verdict == Verdict.Suspicious && report.Verdict == Verdict.Malicious;
        (isAtLeast ? verdict : report.Verdict).ShouldBe(verdict, string.Join(", ", report.Findings.Select(finding => finding.Rule)));
    }
}

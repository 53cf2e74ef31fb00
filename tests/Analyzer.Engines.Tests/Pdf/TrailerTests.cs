using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>A catalog that lies in a trailer is one, and what it names without a click happens.</summary>
public sealed class TrailerTests
{
    private const string Script = "/OpenAction<</S/JavaScript/JS(app.launchURL\\('http://a.example/'\\))>>";

    [Theory]
    [InlineData($"trailer<</Root<</Pages<<>>{Script}>>>>\n", "")]
    [InlineData($"trailer\n/Root\n <</Pages <<>>\n {Script}>>\n/Size 9", "")] // Without its own brackets.
    [InlineData($"trailer<</Root<</Pages<<>>{Script}>>>>\nstartxref\n9\n%%EOF\n", "")]
    [InlineData($"trailer<</Size 1>>startxref 5\n%%EOF\ntrailer<</Root<<{Script}>>>>\n", "")]
    [InlineData($"xref\n0 1\n0000000000 65535 f\ntrailer <</Root<<{Script}>>>>startxref", "2 0 obj<</A/B>>endobj\n")]
    [InlineData("trailer<</Root<</AcroForm<</XFA 3 0 R>>>>>>\n", "")]
    [InlineData("trailer<</Root<</AcroForm<</XFA 3 0 R>>>>>>\n", "4 0 obj<<>>endobj\n")]
    [InlineData("trailer<</Root<</OpenAction 5 0 R>>>>\n", "5 0 obj<</S/URI/URI(http://a.example/)>>endobj\n")]
    public void Complete_ACatalogInATrailer_IsFollowed(string trailer, string behind)
    {
        const string Form = "<template><field><event activity='initialize'><script>Post(\"http://a.example/\", \"a\")</script></event>"
            + "</field></template>";
        var bytes = new PdfBuilder().Object(1, "<<>>").Stream(3, "", Encoding.ASCII.GetBytes(Form)).Raw(trailer).Raw(behind).ToArray();
        var whole = PdfBuilder.Analyze(bytes);

        whole.Verdict.ShouldBe(Verdict.Suspicious);
        whole.Unable.ShouldBeNull();
        var worst = whole.Findings.MaxBy(finding => finding.Points)!;
        (worst.Trigger, worst.Excerpt is null, worst.Places!.Count).ShouldBe(("open", false, 1));
        foreach (var size in new[] { 1, 7, 64 })
        {
            Reported.Text(bytes.Chunk(size).Select(piece => (ReadOnlyMemory<byte>)piece)).ShouldBe(Reported.Text(whole), $"{size}");
        }
    }

    [Theory]
    [InlineData("trailer<</Size 9/Root 1 0 R/ID[<00><00>]/Info<</Title(/JavaScript /OpenAction)>>>>\nstartxref\n9\n%%EOF\n")]
    [InlineData("trailer<</Size 9/Root 1 0 R")]
    [InlineData("trailer")]
    [InlineData("% a trailer of /OpenAction comes\n")]
    [InlineData("trailer [[[[[[[[[[ /JavaScript")]
    [InlineData("trailer<</Root 1 0 R>>startxref 5 /OpenAction<</S/JavaScript/JS(app.launchURL\\(1\\))>>")]
    public void Complete_AnOrdinaryTrailer_IsNothing(string trailer) =>
        new PdfBuilder().Object(1, "<</Type/Catalog>>").Raw(trailer).Analyze().Verdict.ShouldBe(Verdict.Clean);

    [Fact]
    public void Complete_ATrailerBeyondABound_IsUnable()
    {
        var report = new PdfBuilder().Object(1, "<<>>").Raw($"trailer<</A({new string('x', 70_000)})/Root<<{Script}>>>>").Analyze();

        (report.Verdict, report.Unable!.Single().Reason).ShouldBe((Verdict.Unable, "cut-object"));
    }
}

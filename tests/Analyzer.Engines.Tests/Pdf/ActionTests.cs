using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class ActionTests
{
    [Theory]
    [InlineData("<</S/URI/URI(http://a.example/)>>", "pdf.auto-uri")]
    [InlineData("<</S/SubmitForm/F(http://a.example/)>>", "pdf.auto-submit")]
    [InlineData("<</S/ImportData/F(a.fdf)>>", "pdf.auto-import")]
    [InlineData("<</S/GoToR/F(a.pdf)>>", "pdf.auto-remote")]
    [InlineData("<</S/GoToR/F(\\\\\\\\host\\\\share)/D[0/Fit]>>", "pdf.auto-unc")]
    [InlineData("<</S/GoToE/F<</F(\\\\\\\\host\\\\share)>>>>", "pdf.auto-unc")]
    [InlineData("<</S/Launch/F(a.exe)>>", "pdf.auto-launch")]
    [InlineData("<</S/JavaScript/JS(1)>>", "pdf.auto-script")]
    [InlineData("<</S/GoTo/D[3 0 R/Fit]>>", null)]
    [InlineData("[3 0 R/Fit]", null)]
    [InlineData("null", null)]
    public void Complete_ActionOnOpening_IsFollowed(string action, string? rule)
    {
        string[] trigger =
        [
            "<</OpenAction 7 0 R>>", $"<</OpenAction {action}>>", "<</AA<</O 7 0 R>>>>", "<</AA 8 0 R>>", "<</OpenAction 9 0 R>>",
        ];
        foreach (var catalog in action == "null" ? trigger.Where((_, i) => i != 1) : trigger)
        {
            var before = Build(builder => builder.Object(7, action), builder => builder.Object(1, catalog));
            var after = Build(builder => builder.Object(1, catalog), builder => builder.Object(7, action));
            var inside = Build(builder => builder.ObjectStream(20, (1, catalog), (7, action)));
            foreach (var report in new[] { before, after, inside })
            {
                report.Findings.Where(finding => finding.Rule.StartsWith("pdf.auto-")).Select(finding => finding.Rule)
                    .ShouldBe(rule is null ? [] : [rule], catalog);
                report.Coverage!.ActionsWithoutTarget.ShouldBe(0, catalog);
            }
        }
    }

    [Fact]
    public void Complete_ActionWithoutTarget_IsUnable()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 7 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Findings.ShouldContain(finding => finding.Rule == "pdf.unseen-actions" && finding.Points == 0);
    }

    [Fact]
    public void Complete_ActionsInACycle_EndsAndCountsTheWorst()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 2 0 R>>")
            .Object(2, "<</S/GoTo/D[1 0 R/Fit]/Next 3 0 R>>")
            .Object(3, "<</S/Named/N/Print/Next[2 0 R 3 0 R<</S/Hide/Next 4 0 R>>]>>")
            .Object(4, "<</S/URI/URI(http://a.example/)/Next 2 0 R>>").Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.auto-uri");
        report.Score.ShouldBe(105);
    }

    [Fact]
    public void Complete_ActionRedefined_CountsTheWorstRevision()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 2 0 R>>").Object(2, "<</S/URI/URI(http://a.example/)>>")
            .Object(2, "<</S/GoTo/D[1 0 R/Fit]>>").Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.auto-uri");
    }

    private static AnalysisReport Build(params Func<PdfBuilder, PdfBuilder>[] parts) =>
        parts.Aggregate(new PdfBuilder().Object(8, "<</O 7 0 R/C null>>").Object(9, "7 0 R"), (builder, part) => part(builder)).Analyze();
}

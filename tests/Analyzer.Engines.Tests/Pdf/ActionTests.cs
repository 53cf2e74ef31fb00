using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class ActionTests
{
    [Theory]
    [InlineData("<</S/URI/URI(http://a.example/)>>", "pdf.uri")]
    [InlineData("<</S/SubmitForm/F(http://a.example/)>>", "pdf.submit")]
    [InlineData("<</S/ImportData/F(a.fdf)>>", "pdf.import")]
    [InlineData("<</S/GoToR/F(a.pdf)>>", "pdf.remote")]
    [InlineData("<</S/GoToR/F(\\\\\\\\host\\\\share)/D[0/Fit]>>", "pdf.link-share")]
    [InlineData("<</S/GoToE/F<</F(\\\\\\\\host\\\\share)>>>>", "pdf.link-share")]
    [InlineData("<</S/Launch/F(a.exe)>>", "pdf.launch-program")]
    [InlineData("<</S/Launch/F(a.pdf)>>", "pdf.launch")]
    [InlineData("<</S/Thread/F(a.pdf)>>", "pdf.remote")]
    [InlineData("<</S/Thread/D 1>>", null)]
    [InlineData("<</S/JavaScript/JS(app.exec\\(1\\))>>", "pdf.script")]
    [InlineData("<</S/Rendition/JS(app.exec\\(1\\))>>", "pdf.script")]
    [InlineData("<</S/JavaScript/JS(1)>>", null)]
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
                report.Findings.Where(WithoutClick).Select(finding => finding.Rule).ShouldBe(rule is null ? [] : [rule], catalog);
                report.Coverage!.ActionsWithoutTarget.ShouldBe(0, catalog);
            }
        }
    }

    [Fact]
    public void Complete_ActionWithoutTarget_IsUnable()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 7 0 R>>").Analyze();

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Unable.ShouldNotBeNull().ShouldHaveSingleItem().Reason.ShouldBe("action-unseen");
    }

    [Fact]
    public void Complete_ActionsInACycle_EndsAndCountsTheWorst()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 2 0 R>>")
            .Object(2, "<</S/GoTo/D[1 0 R/Fit]/Next 3 0 R>>")
            .Object(3, "<</S/Named/N/Print/Next[2 0 R 3 0 R<</S/Hide/Next 4 0 R>>]>>")
            .Object(4, "<</S/URI/URI(http://a.example/)/Next 2 0 R>>").Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.uri");
        report.Score.ShouldBe(105);
    }

    [Fact]
    public void Complete_ActionRedefined_CountsTheWorstRevision()
    {
        var report = new PdfBuilder().Object(1, "<</OpenAction 2 0 R>>").Object(2, "<</S/URI/URI(http://a.example/)>>")
            .Object(2, "<</S/GoTo/D[1 0 R/Fit]>>").Analyze();

        report.Findings.ShouldContain(finding => finding.Rule == "pdf.uri");
    }

    [Theory]
    [InlineData("pdf.uri", "[<</S/URI/URI(http://a.example/)>>]", "null")] // A list that is an object of its own.
    [InlineData("pdf.uri", "[null 6 0 R]", "<</S/URI/URI(http://a.example/)>>")]
    [InlineData("pdf.uri", "<</S/URI/S/GoTo/URI(http://a.example/)>>", "null")] // The worse of two kinds.
    [InlineData("pdf.uri", "<</S/GoTo/S/URI/URI(http://a.example/)>>", "null")]
    [InlineData("pdf.link-share", "<</S/GoToR/F 6 0 R>>", "<</F(\\\\\\\\host\\\\share)>>")]
    [InlineData("pdf.link-share", "<</F 6 0 R/S/GoToR>>", "(\\\\\\\\host\\\\share)")]
    [InlineData("pdf.link-share", "<</S/GoToR/F<</UF 6 0 R>>>>", "(\\\\\\\\host\\\\share)")]
    [InlineData("pdf.link-share", "<</S/GoToR/F(//host/share)>>", "null")]
    [InlineData("pdf.link-share", "<</S/GoToR/F<EFBBBF5C5C61>>>", "null")] // UTF-8.
    [InlineData("pdf.link-share", "<</S/GoToR/F<FFFE5C005C006100>>>", "null")] // UTF-16, the lower byte first.
    [InlineData("pdf.link-share", "<</S/GoToR/F<FEFF002F002F0061>>>", "null")]
    public void Complete_ActionInAnUnusualPlace_IsFollowed(string rule, string action, string other)
    {
        var first = "<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>";
        AnalysisReport[] reports =
        [
            new PdfBuilder().Object(1, "<</OpenAction 2 0 R>>").Object(2, first).Object(5, action).Object(6, other).Analyze(),
            new PdfBuilder().Object(6, other).Object(5, action).Object(2, first).Object(1, "<</OpenAction 2 0 R>>").Analyze(),
            new PdfBuilder().ObjectStream(9, (1, "<</OpenAction 2 0 R>>"), (2, first), (5, action), (6, other)).Analyze(),
        ];
        foreach (var report in reports)
        {
            report.Findings.ShouldContain(finding => finding.Rule == rule);
            report.Coverage!.ActionsWithoutTarget.ShouldBe(0);
        }
    }

    [Fact]
    public void Complete_LaunchOfANameInAnotherObject_StartsAProgram()
    {
        const string Launch = "<</S/Launch/F 7 0 R>>";
        foreach (var (action, other) in ((string, string)[])[("8 0 R", Launch), (Launch, "null")])
        {
            var report = new PdfBuilder().Object(1, $"<</OpenAction {action}>>").Object(8, other).Object(7, "(a.exe)").Analyze();

            report.Verdict.ShouldBe(Verdict.Malicious, action);
            report.Findings.ShouldContain(finding => finding.Rule == "pdf.launch-program" && WithoutClick(finding));
        }
    }

    [Theory]
    [InlineData("/ImportData", "/F(a.fdf)", "pdf.import")]
    [InlineData("/Import#44ata", "/F 7 0 R", "pdf.import")]
    [InlineData("/Launch", "/F 7 0 R", "pdf.launch-program")]
    [InlineData("/GoToR", "/F(a.pdf)", "pdf.remote")]
    [InlineData("/Thread", "/F(a.pdf)", "pdf.remote")]
    [InlineData("/URI", "/URI(http://a.example/)", "pdf.uri")]
    [InlineData("/SubmitForm", "/F(http://a.example/)", "pdf.submit")]
    [InlineData("/GoTo", "/D[3 0 R/Fit]", null)]
    [InlineData("/Named", "/N/Print", null)]
    public void Complete_TypeInAnotherObject_IsFollowed(string type, string rest, string? rule)
    {
        var file = rule == "pdf.launch-program" ? "(a.exe)" : "(a.fdf)";
        string[] actions = [$"<</S 9 0 R{rest}>>", $"<<{rest}/S  9 0 R>>"];
        foreach (var action in actions)
        {
            AnalysisReport[] reports =
            [
                new PdfBuilder().Object(1, "<</OpenAction 8 0 R>>").Object(8, action).Object(7, file).Object(9, type).Analyze(),
                new PdfBuilder().Object(9, type).Object(7, file).Object(8, action).Object(1, "<</AA<</WC 8 0 R>>>>").Analyze(),
                new PdfBuilder().Object(9, type).Object(7, file).Object(1, $"<</OpenAction{action}>>").Analyze(),
                new PdfBuilder().ObjectStream(20, (9, type), (8, action), (7, file), (1, "<</OpenAction 8 0 R>>")).Analyze(),
            ];
            foreach (var report in reports)
            {
                var found = report.Findings.Where(WithoutClick).Select(finding => finding.Rule);
                (rule is null ? found.Any() : !found.Contains(rule)).ShouldBeFalse($"{action} {Array.IndexOf(reports, report)}");
                report.Verdict.ShouldBe(
                    rule is null ? Verdict.Clean : rule == "pdf.launch-program" ? Verdict.Malicious : Verdict.Suspicious);
                report.Coverage!.ActionsWithoutTarget.ShouldBe(0);
            }
        }
    }

    [Theory]
    [InlineData("<</OpenAction<</S 19 0 R/URI(http://a.example/)>>>>", "null")]
    [InlineData("<</OpenAction 8 0 R>>", "<</S 19 0 R/URI(http://a.example/)>>")]
    [InlineData("<</OpenAction 8 0 R>>", "<</S  7 0 R/D[3 0 R/Fit]>>")]
    [InlineData("<</AA 8 0 R>>", "<</Foo 1/O 6 0 R>>")]
    [InlineData("<</AA 8 0 R>>", "<</O 6 0 R/Foo 1>>")]
    [InlineData("<</AA 8 0 R>>", "<</Foo 1/O<</S/URI/URI(http://a.example/)>>>>")]
    [InlineData("<</AA 8 0 R>>", "<</Foo 1/O<</S/GoTo/Next 6 0 R>>>>")]
    public void Complete_ActionThatIsNotUnderstood_IsUnseen(string catalog, string other)
    {
        AnalysisReport[] reports =
        [
            new PdfBuilder().Object(1, catalog).Object(8, other).Object(6, "<</S/Named>>").Object(9, "/URI").Analyze(),
            new PdfBuilder().ObjectStream(20, (9, "/URI"), (8, other), (6, "<</S/Named>>"), (1, catalog)).Analyze(),
        ];
        foreach (var report in reports)
        {
            report.Coverage!.ActionsWithoutTarget.ShouldBe(1);
            report.Verdict.ShouldNotBe(Verdict.Clean);
        }
    }

    [Theory]
    [InlineData("<<>>")]
    [InlineData("<</O null/C null>>")]
    public void Complete_EventsWithoutActions_AreSeen(string events) =>
        new PdfBuilder().Object(1, "<</AA 8 0 R>>").Object(8, events).Analyze().Coverage!.ActionsWithoutTarget.ShouldBe(0);

    private static bool WithoutClick(Finding finding) => finding.Trigger is "open" or "page" or "close" or "field";

    private static AnalysisReport Build(params Func<PdfBuilder, PdfBuilder>[] parts) =>
        parts.Aggregate(new PdfBuilder().Object(8, "<</O 7 0 R/C null>>").Object(9, "7 0 R"), (builder, part) => part(builder)).Analyze();
}

using Load.Comparing;
using Load.Machine;
using Load.Measuring;
using Load.Reports;
using Load.Reports.Html;
using Load.Results.Summary;

namespace Load.Tests.Comparing;

public sealed class BaselineTests
{
    private static readonly CaseResult Measured = Reports.Rows.Row(
        "rest unknown 10KB x1",
        Reports.Rows.Iteration(1, (400, Outcome.Ok), (500, Outcome.Ok)), Reports.Rows.Iteration(2, (450, Outcome.Ok), (450, Outcome.Ok)));

    private static readonly RunResult Result = Reports.Rows.Result(null, Measured);

    [Fact]
    public void CompareTo_Result_PutsAColumnIntoEveryReport()
    {
        var report = new RunReport(Result, new Baseline(SummaryDocument.Of(Result), force: false).CompareTo(Result));

        report.Baseline!.ExitCode.ShouldBe(LabExitCode.Success);
        var table = Tables.Summary(report);
        table.Rows[0].Cells[table.Columns.TakeWhile(column => column.Heading != "vs baseline").Count()].ShouldBe("0.0%");
        MarkdownReport.Of(report).ShouldContain("## Against the baseline 20261121-120000-quick");
        MarkdownReport.Of(report).ShouldContain("| vs baseline |");
        HtmlReport.Of(report).ShouldContain("Against the baseline 20261121-120000-quick");
        HtmlReport.Of(report).ShouldContain("CPU ms/GB");
    }

    [Fact]
    public void CompareTo_ServiceTurnsOutUnlike_SaysSoAndDoesNotCompare()
    {
        var environment = Result.Environment with { Service = Result.Environment.Service! with { ServerGc = false } };
        var before = SummaryDocument.Of(Result) with { Environment = environment };
        var report = new RunReport(Result, new Baseline(before, force: false).CompareTo(Result));

        report.Baseline!.ExitCode.ShouldBe(LabExitCode.NotComparable);
        MarkdownReport.Of(report).ShouldContain("they differ in service.serverGc: False against True");
        MarkdownReport.Of(report).ShouldNotContain("| vs baseline |");
    }

    [Fact]
    public void RequireLike_BeforeThereIsAService_LooksAtTheRest()
    {
        var baseline = new Baseline(SummaryDocument.Of(Result), force: false);
        var environment = Result.Environment with { Service = null };

        Should.NotThrow(() => baseline.RequireLike("quick", environment));
        var refusal = Should.Throw<LabException>(() => baseline.RequireLike("matrix", environment with { Cores = 8 }));
        refusal.ExitCode.ShouldBe(LabExitCode.NotComparable);
        refusal.Message.ShouldContain("suite: quick against matrix");
        refusal.Message.ShouldContain("cores: 2 against 8");
        Should.NotThrow(() => new Baseline(SummaryDocument.Of(Result), force: true).RequireLike("matrix", environment));
    }
}

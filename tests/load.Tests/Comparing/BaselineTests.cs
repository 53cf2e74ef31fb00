using Load.Comparing;
using Load.Measured;
using Load.Recording;
using Load.Reports;
using Load.Reports.Html;
using Load.Reports.Summary;
using Comparison = Load.Comparing.Comparison;

namespace Load.Tests.Comparing;

public sealed class BaselineTests
{
    private static readonly Row Measured = Reports.Rows.Row(
        "rest unknown 10KB x1", Reports.Rows.Slot(1, (400, Outcome.Ok), (500, Outcome.Ok)), Reports.Rows.Slot(2, (450, Outcome.Ok), (450, Outcome.Ok)));

    private static readonly RunResult Result = Reports.Rows.Result(null, Measured);

    [Fact]
    public void AddTo_Result_PutsAColumnIntoEveryReport()
    {
        var result = new Baseline(SummaryDocument.Of(Result), force: false).AddTo(Result);

        result.Baseline!.ExitCode.ShouldBe(Comparison.NothingWorse);
        var table = Tables.Summary(result.Rows, result.Baseline);
        table.Rows[0].Cells[table.Columns.TakeWhile(column => column.Heading != "vs baseline").Count()].ShouldBe("0.0%");
        MarkdownReport.Of(result).ShouldContain("## Against the baseline 20261121-120000-quick");
        MarkdownReport.Of(result).ShouldContain("| vs baseline |");
        HtmlReport.Of(result).ShouldContain("Against the baseline 20261121-120000-quick");
        HtmlReport.Of(result).ShouldContain("CPU ms/GB");
    }

    [Fact]
    public void AddTo_ServiceTurnsOutUnlike_SaysSoAndDoesNotCompare()
    {
        var environment = Result.Environment with { Service = Result.Environment.Service! with { ServerGc = false } };
        var result = new Baseline(SummaryDocument.Of(Result) with { Environment = environment }, force: false).AddTo(Result);

        result.Baseline!.ExitCode.ShouldBe(Comparison.NotComparable);
        MarkdownReport.Of(result).ShouldContain("unlike in service.serverGc: False against True");
        MarkdownReport.Of(result).ShouldNotContain("| vs baseline |");
    }

    [Fact]
    public void RequireLike_BeforeThereIsAService_LooksAtTheRest()
    {
        var baseline = new Baseline(SummaryDocument.Of(Result), force: false);
        var environment = Result.Environment with { Service = null };

        Should.NotThrow(() => baseline.RequireLike("quick", environment));
        var refusal = Should.Throw<LabException>(() => baseline.RequireLike("matrix", environment with { Cores = 8 }));
        refusal.ExitCode.ShouldBe(Comparison.NotComparable);
        refusal.Message.ShouldContain("suite: quick against matrix");
        refusal.Message.ShouldContain("cores: 2 against 8");
        Should.NotThrow(() => new Baseline(SummaryDocument.Of(Result), force: true).RequireLike("matrix", environment));
    }
}

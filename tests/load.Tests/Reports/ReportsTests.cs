using System.Text.Json;
using Load.Measuring;
using Load.Reports;
using Load.Results.Summary;
using Spectre.Console;

namespace Load.Tests.Reports;

public sealed class ReportsTests
{
    private static readonly CaseResult Good =
        Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Ok)), Rows.Iteration(2, (15, Outcome.Ok)));

    private static readonly CaseResult Bad = Rows.Row("grpc unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Wrong)));

    [Fact]
    public void Succeeded_Rows_HoldsOnlyWhenAllWentWell()
    {
        Rows.Result(null, Good).Succeeded.ShouldBeTrue();
        Rows.Result(null, Good, Bad).Succeeded.ShouldBeFalse();
        Rows.Result("stopped from outside", Good).Succeeded.ShouldBeFalse();
        Rows.Result(null).Succeeded.ShouldBeFalse();
        Rows.Result(null, Rows.Row("rest unknown 1MB x4", Rows.Iteration(1))).Succeeded.ShouldBeFalse(); // nothing measured

        var atRest = Rows.Case("rest unknown 1MB x4") with { IsAtRest = true };
        Rows.Result(null, new CaseResult(atRest, [Rows.Iteration(1)])).Succeeded.ShouldBeTrue(); // nothing was due
    }

    [Fact]
    public void Markdown_PartialRun_SaysSoAndKeepsTheTable()
    {
        var text = MarkdownReport.Of(new RunReport(Rows.Result("stopped from outside", Good, Bad)));

        text.ShouldStartWith("# 20261121-120000-quick (partial)");
        text.ShouldContain("PARTIAL: stopped from outside");
        text.ShouldContain("| unknown | 1MB | closed x4 | rest |");
        text.ShouldContain("grpc unknown 1MB x4: 1 × Wrong");
        foreach (var table in text.Split("\n\n").Where(block => block.StartsWith('|')))
        {
            table.Trim().Split('\n').Select(line => line.Count(c => c == '|')).Distinct().Count().ShouldBe(1, table);
        }
    }

    [Fact]
    public void Console_NarrowTerminal_NeverWrapsTheTable()
    {
        var output = new StringWriter();
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output), ColorSystem = ColorSystemSupport.NoColors });
        console.Profile.Width = 40;

        ConsoleReport.Write(console, new RunReport(Rows.Result(null, Good, Bad)), "here");

        var line = output.ToString().Split('\n').Single(l => l.Contains(" rest ") && l.Contains("1MB") && !l.Contains("void:"));
        foreach (var cell in Tables.Summary(new RunReport(Rows.Result(null, Good, Bad))).Rows[0].Cells)
        {
            line.ShouldContain(cell);
        }
    }

    [Fact]
    public void Console_FileAndManyFigures_GetsEveryColumn()
    {
        var figures = Enumerable.Range(0, 30).ToDictionary(i => $"a figure, number {i}", i => (double)i);
        var row = Rows.Row("rest unknown 1MB x4", Rows.Counted(1, new WorkCount(10) { Figures = figures }));
        var output = new StringWriter();
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output), ColorSystem = ColorSystemSupport.NoColors });

        ConsoleReport.Write(console, new RunReport(Rows.Result(null, row)), "here");

        var lines = output.ToString().Split('\n');
        var head = lines.Single(line => line.Contains("transport") && line.Contains("req/s"));
        figures.Keys.ShouldAllBe(name => head.Contains(name));
        output.ToString().ShouldNotContain("did not fit");
    }

    [Fact]
    public void Json_Result_IsReadBackWithTheSameFigures()
    {
        var json = SummaryJson.Write(SummaryDocument.Of(Rows.Result(null, Good, Bad)));
        var document = JsonSerializer.Deserialize(json, SummaryJson.Default.SummaryDocument)!;

        document.Schema.ShouldBe("analyzer-lab/1");
        document.Succeeded.ShouldBeFalse();
        document.Interrupted.ShouldBeNull();
        document.Environment.Cores.ShouldBe(2);
        document.Rows.Select(row => row.Name).ShouldBe(["rest unknown 1MB x4", "grpc unknown 1MB x4"]);
        var row = document.Rows[0];
        row.Rate!.Mean.ShouldBe(1.5);
        row.Rate.HalfWidth!.Value.ShouldBe(12.706 * Math.Sqrt(0.5) / Math.Sqrt(2), 1e-9);
        row.Latency.Percentiles.Single(p => p.Quantile == 0.5).Value.ShouldBe(15, 1e-3);
        row.Repeats.Select(repeat => repeat.Rate).ShouldBe([2, 1]);
        row.ServiceProcessors.ShouldBe(0.5);
        row.ServiceMinThreads.ShouldBe(2);
        row.ServiceWorkingSetBytesIdleBefore.ShouldBe(40_000_000);
        row.ServiceWorkingSetBytesIdleAfter.ShouldBe(45_000_000);
        document.Rows[1].Faults.ShouldBe(new Dictionary<string, int> { ["Wrong"] = 1 });
    }

    [Fact]
    public async Task Write_Result_LeavesSummariesAndEverySample()
    {
        using var folder = new TempDirectory();

        await ResultFolder.WriteAsync(new DirectoryInfo(folder.Path), new RunReport(Rows.Result(null, Good, Bad))).Within();

        Directory.GetFiles(folder.Path).Select(Path.GetFileName)
            .ShouldBe(["report.html", "summary.json", "summary.md", "timeline.csv"], ignoreOrder: true);
        (await File.ReadAllLinesAsync(folder.Combine("samples", "rest_unknown_1MB_x4.csv"), TestContext.Current.CancellationToken))
            .ShouldBe(
        [
            "repeat,sent_us,latency_us,outcome",
            "1,0.0,10000.0,Ok",
            "1,10000.0,20000.0,Ok",
            "2,0.0,15000.0,Ok",
        ]);
    }
}

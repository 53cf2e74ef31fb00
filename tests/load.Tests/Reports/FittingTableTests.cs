using Load.Measuring;
using Load.Measuring.Findings;
using Load.Reports;
using Spectre.Console;

namespace Load.Tests.Reports;

public sealed class FittingTableTests
{
    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    [InlineData(200)]
    public void Of_TerminalOfAWidth_LeavesNoLineLonger(int width)
    {
        var whole = Tables.Summary(Report()).Text("transport");

        var table = FittingTable.Of(whole, width);

        Lines(table, width).ShouldAllBe(line => line.TrimEnd().Length <= width);
        table.Headings.Select(heading => heading.Whole).ShouldContain("transport");
        table.Headings.Count.ShouldBeGreaterThanOrEqualTo(width < 100 ? 6 : width < 150 ? 9 : whole.Headings.Count);
    }

    [Fact]
    public void Of_TableWithFiguresOfItsSystem_KeepsTheCostAndWhatIsVoid()
    {
        string[] headings =
        [
            "kind", "targets", "prober", "probe/s", .. Enumerable.Range(0, 20).Select(i => $"figure {i}"), "CPU µs/probe", "void",
        ];
        var whole = new TextTable(
            [.. headings.Select(heading => new TextTable.Heading(heading))], [new([.. headings], LineTone.Void, Starts: true)]);

        var table = FittingTable.Of(whole, 80);

        table.Headings.Select(heading => heading.Whole).ShouldBe(
            [.. headings.Take(table.Headings.Count - 2), "CPU µs/probe", "void"]);
        Lines(table, 80).ShouldAllBe(line => line.TrimEnd().Length <= 80);
    }

    private static RunReport Report() => new(Rows.Result(
        null,
        [.. ((string[])["rest", "grpc"]).Select(transport => Rows.Row(
            $"{transport} unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Ok)), Rows.Iteration(2, (11, Outcome.Ok))))]));

    private static string[] Lines(TextTable text, int width)
    {
        var output = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output), Ansi = AnsiSupport.No });
        console.Profile.Width = width;
        var table = new Table { Border = TableBorder.Simple };
        foreach (var heading in text.Headings)
        {
            table.AddColumn(new TableColumn(new Text(heading.Whole)) { NoWrap = true, Padding = new Padding(0, 0, 0, 0) });
        }

        foreach (var line in text.Lines)
        {
            table.AddRow(line.Cells.Select(cell => new Text(cell)));
        }

        console.Write(table);
        return output.ToString().Split('\n');
    }
}

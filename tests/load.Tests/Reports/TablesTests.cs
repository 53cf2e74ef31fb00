using Load.Measuring;
using Load.Reports;

namespace Load.Tests.Reports;

public sealed class TablesTests
{
    [Fact]
    public void Summary_MeasuredRow_HoldsItsFigures()
    {
        var row = Rows.Row(
            "rest unknown 1MB x4",
            Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Ok), (30, Outcome.Ok), (100, Outcome.Failed)),
            Rows.Iteration(2, (5, Outcome.TimedOut), (40, Outcome.Ok)));

        var cells = Cells(Tables.Summary(new RunReport(Rows.Result(null, row))));

        cells["file"].ShouldBe("unknown");
        cells["load"].ShouldBe("closed x4");
        cells["transport"].ShouldBe("rest");
        cells["req/s"].ShouldBe("~2"); // 3 and 1 in a second each: the interval carries one digit at most
        cells["MB/s"].ShouldBe("~2");
        cells["mean ms"].ShouldBe("25.0");
        cells["p50 ms"].ShouldBe("20.0");
        cells["max ms"].ShouldBe("40.0"); // failures have no latency worth the name
        cells["failed"].ShouldBe("1");
        cells["timed out"].ShouldBe("1");
        cells["CPU µs/req"].ShouldBe("187,500"); // half a second over 4 requests and over 2
        cells["lab µs"].ShouldBe("93,750"); // a quarter of a second
        cells["CPU ms/GB"].ShouldBe("187,500");
    }

    [Fact]
    public void SideBySide_RatesThatVary_AreCutAsInTheFirstTable()
    {
        CaseResult Row(string transport) => Rows.Row(
            $"{transport} unknown 1MB x4",
            Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Ok), (30, Outcome.Ok)), Rows.Iteration(2, (40, Outcome.Ok)));

        var table = new RunReport(Rows.Result(null, Row("rest"), Row("grpc"))).SideBySide!.Table;

        var rate = table.Headings.ToList().FindIndex(heading => heading.Group == "req/s");
        table.Lines.ShouldHaveSingleItem().Cells[rate].ShouldBe("(~2)");
    }

    [Fact]
    public void Summary_NothingSucceeded_HasDashesNotZeros()
    {
        var row = Rows.Row("grpc look-up 10KB x1", Rows.Iteration(1, (10, Outcome.Failed)));

        var cells = Cells(Tables.Summary(new RunReport(Rows.Result(null, row))));

        cells["mean ms"].ShouldBe("-");
        cells["p99 ms"].ShouldBe("-");
        cells.ContainsKey("MB/s").ShouldBeFalse(); // a look-up sends no file
        cells["req/s"].ShouldBe("0");
        cells["±"].ShouldBe("-"); // one repeat has no spread
    }

    [Fact]
    public void Costs_MeasuredRow_HoldBothSides()
    {
        var row = Rows.Row(
            "rest unknown 1MB x4",
            Rows.Iteration(1, (10, Outcome.Ok), (20, Outcome.Ok)), Rows.Iteration(2, (5, Outcome.Ok), (40, Outcome.Ok)));

        var cells = Cells(Tables.Costs(Rows.Result(null, row)));

        cells["service CPUs"].ShouldBe("0.500");
        cells["MB idle→peak→idle"].ShouldBe("40.0→50.0→45.0");
        cells["threads mean"].ShouldBe("18.0");
        cells["pool min"].ShouldBe("2");
        cells["at once"].ShouldBe("1"); // one after the other
        cells["KB alloc/req"].ShouldBe("2.00");
        cells["GC 0/1/2"].ShouldBe("6/4/2");
        cells["wire KB/req"].ShouldBe("1,001");
        cells["lab CPUs"].ShouldBe("0.250");
        cells["lab GC"].ShouldBe("1.00%");
        cells["lab queue"].ShouldBe("7");
        cells.ContainsKey("lag p99 ms").ShouldBeFalse(); // only the open model has a schedule
    }

    [Fact]
    public void Summary_OpenRow_ShowsTheSecondClockForItAlone()
    {
        var closed = Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok)));
        var open = new CaseResult(
            Rows.Case("rest unknown 1MB x4").Under(new LoadShape.Open(4)),
            [Rows.Iteration(1, (300, Outcome.Ok), (300, Outcome.Ok), (300, Outcome.Ok))]);

        var table = Tables.Summary(new RunReport(Rows.Result(null, closed, open)));

        Cells(table)["p99 due ms"].ShouldBe("");
        var cells = Cells(table, 1);
        cells["load"].ShouldBe("open 4/s");
        cells["p99 ms"].ShouldBe("300");
        cells["p99 due ms"].ShouldBe("400"); // the third was due at 500 ms and sent at 600
        cells["dropped"].ShouldBe("1");
    }

    [Fact]
    public void Summary_RowWithCeiling_IsSetAgainstIt()
    {
        var ceiling = Rows.Row(
            "rest unknown 1MB x4",
            Rows.Iteration(1, (10, Outcome.Ok), (10, Outcome.Ok)), Rows.Iteration(2, (10, Outcome.Ok), (10, Outcome.Ok)));
        var row = new CaseResult(
            Rows.Case("grpc unknown 1MB x4"), [Rows.Iteration(1, (10, Outcome.Ok)), Rows.Iteration(2, (10, Outcome.Ok))])
        {
            Ceiling = ceiling,
        };

        var table = Tables.Summary(new RunReport(Rows.Result(null, ceiling, row)));

        Cells(table)["of ceiling"].ShouldBe("");
        Cells(table, 1)["of ceiling"].ShouldBe("50.0%");
        Cells(table, 1)["CPU ×"].ShouldBe("2.00× (2.00…2.00)");
    }

    private static Dictionary<string, string> Cells(RowTable table, int row = 0) =>
        table.Columns.Zip(table.Rows[row].Cells).ToDictionary(cell => cell.First.Heading, cell => cell.Second);
}

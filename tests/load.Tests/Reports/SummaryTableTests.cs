using Load.Recording;
using Load.Reports;

namespace Load.Tests.Reports;

public sealed class SummaryTableTests
{
    [Fact]
    public void Cells_MeasuredRow_HoldItsFigures()
    {
        var row = Rows.Row("rest unknown 1MB x4", Rows.Slot(1, (10, Outcome.Ok), (20, Outcome.Ok), (30, Outcome.Ok), (100, Outcome.Failed)), Rows.Slot(2, (5, Outcome.TimedOut), (40, Outcome.Ok)));

        var cells = SummaryTable.Headings.Zip(SummaryTable.Cells(row)).ToDictionary(cell => cell.First, cell => cell.Second);

        cells["file"].ShouldBe("unknown");
        cells["over"].ShouldBe("rest");
        cells["req/s"].ShouldBe("2.00"); // 3 and 1 in a second each
        cells["MB/s"].ShouldBe("2.00");
        cells["mean"].ShouldBe("25.0");
        cells["p50"].ShouldBe("20.0");
        cells["max"].ShouldBe("40.0"); // failures have no latency worth the name
        cells["failed"].ShouldBe("1");
        cells["timed out"].ShouldBe("1");
        cells["CPU µs/req"].ShouldBe("187,500"); // half a second over 4 requests and over 2
        cells["CPU ms/GB"].ShouldBe("187,500");
    }

    [Fact]
    public void Cells_NothingSucceeded_AreDashesNotZeros()
    {
        var row = Rows.Row("grpc look-up 10KB x1", Rows.Slot(1, (10, Outcome.Failed)));

        var cells = SummaryTable.Headings.Zip(SummaryTable.Cells(row)).ToDictionary(cell => cell.First, cell => cell.Second);

        cells["mean"].ShouldBe("-");
        cells["p99"].ShouldBe("-");
        cells["MB/s"].ShouldBe("-"); // a look-up sends no file
        cells["req/s"].ShouldBe("0");
        cells["±"].ShouldBe("-"); // one repeat has no spread
    }
}

using Load.Measured;
using Load.Recording;
using Load.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Measured;

public sealed class JudgementTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Of_HealthyGenerator_FindsNothing() => RowOf(Busy).VoidReasons.ShouldBeEmpty();

    [Fact]
    public void Of_CallersThatWaitForTheLab_IsVoid() =>
        RowOf(Rows.Slot(1, (100, Outcome.Ok))).VoidReasons.ShouldHaveSingleItem().ShouldStartWith("callers spent only 10.0% of their time in requests");

    [Fact]
    public void Of_LabThatTakesTheMachine_IsVoid() => RowOf(Busy with
    {
        Cost = Busy.Cost! with { Lab = Busy.Cost.Lab! with { Cpu = 0.9 * Environment.ProcessorCount * Second } },
    }).VoidReasons.ShouldHaveSingleItem().ShouldStartWith("the lab kept ");

    [Fact]
    public void Of_LabStoppedByItsGarbageCollector_IsVoid() => RowOf(Busy with { Cost = Busy.Cost! with { LabPause = Second / 10 } })
        .VoidReasons.ShouldHaveSingleItem().ShouldBe("garbage collection stopped the lab for 10.0% of the time");

    [Fact]
    public void Of_OpenRowSentLate_IsVoidAndSaysByHowMuch()
    {
        var open = Rows.Cell("rest unknown 1MB x4") with { Load = new LoadShape.Open(3) };

        // Due at 0, 333 and 667 ms; sent at 0, 500 and 900.
        var row = new Row(open, 0, [Rows.Slot(1, (500, Outcome.Ok), (400, Outcome.Ok), (100, Outcome.Ok))]);

        row.VoidReasons.ShouldHaveSingleItem().ShouldStartWith("one request in a hundred was sent 233 ms late");
    }

    [Fact]
    public void Of_OpenRowNotAllSent_IsVoid()
    {
        var open = Rows.Cell("rest unknown 1MB x4") with { Load = new LoadShape.Open(1000) };

        new Row(open, 0, [Rows.Slot(1, (1, Outcome.Ok), (1, Outcome.Ok))]).VoidReasons.ShouldContain("the lab sent only 2 of 1,000 requests");
    }

    private static Slot Busy => Rows.Slot(1, (500, Outcome.Ok), (450, Outcome.Ok));

    private static Row RowOf(Slot slot) => new(Rows.Cell("rest look-up 10KB x1"), 0, [slot]);
}

using Load.Measuring;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class ValidityTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Of_HealthyGenerator_FindsNothing() => RowOf(Busy).InvalidReasons.ShouldBeEmpty();

    [Fact]
    public void Of_CallersThatWaitForTheLab_IsVoid() =>
        RowOf(Rows.Iteration(1, (100, Outcome.Ok))).InvalidReasons.ShouldHaveSingleItem()
            .ShouldStartWith("callers spent only 10.0% of their time in requests");

    [Fact]
    public void Of_CallersThatWereInRequestsAlreadyWhenTheCountingBegan_IsNoFault() =>
        RowOf(Rows.Iteration(1, (100, Outcome.Ok)) with { CarriedIn = 0.8 * Second }).InvalidReasons.ShouldBeEmpty();

    [Fact]
    public void Of_LabThatTakesTheMachine_IsVoid() => RowOf(Busy with
    {
        Cost = Busy.Cost! with { Lab = Busy.Cost.Lab! with { Cpu = 0.9 * Environment.ProcessorCount * Second } },
    }).InvalidReasons.ShouldHaveSingleItem().ShouldStartWith("the lab kept ");

    [Fact]
    public void Of_LabStoppedByItsGarbageCollector_IsVoid() => RowOf(Busy with { Cost = Busy.Cost! with { LabPause = Second / 10 } })
        .InvalidReasons.ShouldHaveSingleItem().ShouldBe("garbage collection stopped the lab for 10.0% of the time");

    [Fact]
    public void Of_OpenRowSentLate_IsVoidAndSaysByHowMuch()
    {
        var open = Rows.Case("rest unknown 1MB x4").Under(new LoadShape.Open(3));

        // Due at 0, 333 and 667 ms; sent at 0, 500 and 900.
        var row = new CaseResult(open, [Rows.Iteration(1, (500, Outcome.Ok), (400, Outcome.Ok), (100, Outcome.Ok))]);

        row.InvalidReasons.ShouldHaveSingleItem().ShouldStartWith("one request in a hundred was sent 233 ms late");
    }

    [Fact]
    public void Of_OpenRowNotAllSent_IsVoid()
    {
        var open = Rows.Case("rest unknown 1MB x4").Under(new LoadShape.Open(1000));

        new CaseResult(open, [Rows.Iteration(1, (1, Outcome.Ok), (1, Outcome.Ok))]).InvalidReasons
            .ShouldContain("the lab sent only 2 of 1,000 requests");
    }

    private static Iteration Busy => Rows.Iteration(1, (500, Outcome.Ok), (450, Outcome.Ok));

    private static CaseResult RowOf(Iteration iteration) => new(Rows.Case("rest look-up 10KB x1"), [iteration]);
}

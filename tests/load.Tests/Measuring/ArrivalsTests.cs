using System.Diagnostics;
using FsCheck;
using FsCheck.Fluent;
using Load.Measuring;
using Load.Tests.Reports;
using Outcome = Load.Measuring.Outcome;

namespace Load.Tests.Measuring;

public sealed class ArrivalsTests
{
    [Fact]
    public void LagsOf_EvenStarts_AreZero() =>
        Arrivals.LagsOf([.. Enumerable.Range(0, 100).Select(k => Started(1_000 + 50 * k))], Every(50)).ShouldAllBe(lag => lag == 0);

    [Fact]
    public void LagsOf_OneStall_CountsForEverythingThatWasDueInIt()
    {
        // Due at 0, 10, 20, 30, 40; from 5 to 35 nothing could be sent.
        var lags = Arrivals.LagsOf([Started(0), Started(35), Started(35), Started(35), Started(40)], Every(10));

        lags.ShouldBe([0, 25, 15, 5, 0]);
    }

    [Fact]
    public void LagsOf_FirstRequestLate_IsMeasuredAgainstTheMostPunctual() =>
        Arrivals.LagsOf([Started(7), Started(10), Started(20)], Every(10)).ShouldBe([7, 0, 0]);

    [Fact]
    public void LagsOf_AnyStarts_AreNeverNegativeAndSomebodyWasPunctual() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonEmptyArray<ushort>>(), starts =>
        {
            var lags = Arrivals.LagsOf([.. starts.Get.Order().Select(start => Started(start))], Every(17));
            return lags.Min() == 0;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void FromSchedule_Failures_AreNotAmongTheLatencies()
    {
        var arrivals = new Arrivals(
            new LoadShape.Open(10), [Rows.Iteration(1, (100, Outcome.Ok), (100, Outcome.Failed), (100, Outcome.Ok))]);

        arrivals.FromSchedule.Count.ShouldBe(2);
        arrivals.Lag.Count.ShouldBe(3);
        arrivals.Offered.ShouldBe(10);
        arrivals.Started.ShouldBe(3);
        arrivals.Dropped.ShouldBe(7);
    }

    [Fact]
    public void LagsOf_Surge_FollowsItsThreeRates()
    {
        var plan = new LoadShape.Surge("surge", PerSecond: 1, Peak: 4).PlanOver(TimeSpan.FromSeconds(4));

        plan.Offered.ShouldBe(1 + 4 + 2);
        Enumerable.Range(0, 7).Select(k => plan.DueAt(k) / Stopwatch.Frequency).ShouldBe([0, 1, 1.25, 1.5, 1.75, 2, 3]);
    }

    [Fact]
    public void Goodput_LateAndRefused_AreNotGood()
    {
        var arrivals = new Arrivals(
            new LoadShape.Open(4), [Rows.Iteration(1, (250, Outcome.Ok), (251, Outcome.Ok), (1, Outcome.Refused), (100, Outcome.Ok))]);

        // The last one was sent 248 ms early, so the others count as that much late.
        arrivals.Goodput!.Mean.ShouldBe(1);
    }

    private static ArrivalPlan Every(int ticks) => new([((int)(Stopwatch.Frequency / ticks), TimeSpan.FromSeconds(1))]);

    private static Sample Started(long ticks) => new(ticks, Stopwatch.Frequency, Outcome.Ok);
}

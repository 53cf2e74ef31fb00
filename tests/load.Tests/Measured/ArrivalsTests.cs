using System.Diagnostics;
using FsCheck;
using FsCheck.Fluent;
using Load.Measured;
using Load.Recording;
using Load.Tests.Reports;
using Outcome = Load.Recording.Outcome;

namespace Load.Tests.Measured;

public sealed class ArrivalsTests
{
    [Fact]
    public void LagsOf_EvenStarts_AreZero() =>
        Arrivals.LagsOf([.. Enumerable.Range(0, 100).Select(k => Started(1_000 + 50 * k))], interval: 50).ShouldAllBe(lag => lag == 0);

    [Fact]
    public void LagsOf_OneStall_CountsForEverythingThatWasDueInIt()
    {
        // Due at 0, 10, 20, 30, 40; from 5 to 35 nothing could be sent.
        var lags = Arrivals.LagsOf([Started(0), Started(35), Started(35), Started(35), Started(40)], interval: 10);

        lags.ShouldBe([0, 25, 15, 5, 0]);
    }

    [Fact]
    public void LagsOf_FirstRequestLate_IsMeasuredAgainstTheMostPunctual() =>
        Arrivals.LagsOf([Started(7), Started(10), Started(20)], interval: 10).ShouldBe([7, 0, 0]);

    [Fact]
    public void LagsOf_AnyStarts_AreNeverNegativeAndSomebodyWasPunctual() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonEmptyArray<ushort>>(), starts =>
        {
            var lags = Arrivals.LagsOf([.. starts.Get.Order().Select(start => Started(start))], interval: 17);
            return lags.Min() == 0;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void FromSchedule_Failures_AreNotAmongTheLatencies()
    {
        var arrivals = new Arrivals(10, [Rows.Slot(1, (100, Outcome.Ok), (100, Outcome.Failed), (100, Outcome.Ok))]);

        arrivals.FromSchedule.Count.ShouldBe(2);
        arrivals.Lag.Count.ShouldBe(3);
        arrivals.Offered.ShouldBe(10);
        arrivals.Started.ShouldBe(3);
        arrivals.Dropped.ShouldBe(7);
    }

    private static Sample Started(long ticks) => new(ticks, Stopwatch.Frequency, Outcome.Ok);
}

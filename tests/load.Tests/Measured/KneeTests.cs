using Load.Measured;
using Load.Recording;
using Load.Running;
using Load.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Measured;

public sealed class KneeTests
{
    [Fact]
    public void WhyBroken_EverythingAnsweredInTime_IsNull() => Knee.WhyBroken(Rung(4), Slot(4, 10)).ShouldBeNull();

    [Theory]
    [InlineData(4, 300, "only 3.00/s were answered")] // the fourth ends after the window
    [InlineData(2, 400, "p99 from schedule 400 ms")]
    public void WhyBroken_TooSlow_SaysHow(int perSecond, double milliseconds, string why) =>
        Knee.WhyBroken(Rung(perSecond), Slot(perSecond, milliseconds)).ShouldBe(why);

    [Fact]
    public void WhyBroken_Failures_AreNamed() =>
        Knee.WhyBroken(Rung(2), Rows.Slot(1, (500, Outcome.Failed), (500, Outcome.TimedOut))).ShouldBe("1 requests failed and 1 timed out");

    [Fact]
    public void WhyBroken_GeneratorTooSlow_IsNotBlamedOnTheService() =>
        Knee.WhyBroken(Rung(1000), Slot(4, 10))!.ShouldStartWith("the lab's limit, not the service's: the lab sent only 4 of 1,000");

    [Fact]
    public void Of_Ladder_NamesTheHighestRungThatHeldInEveryRepeat()
    {
        var knee = Knee.Of(
        [
            new Row(Rung(2), 0, [Slot(2, 10), Slot(2, 10, repeat: 2)]),
            new Row(Rung(4), 0, [Slot(4, 10), Slot(4, 300, repeat: 2)]),
        ], repeats: 2).ShouldHaveSingleItem();

        knee.PerSecond.ShouldBe(2);
        knee.BrokeAt.ShouldBe(4);
        knee.ToString().ShouldBe("rest unknown 1MB: 2/s held in 2 of 2 repeats (open model, p99 from schedule at most 250 ms, nothing failed); " +
            "at 4/s: only 3.00/s were answered.");
    }

    [Fact]
    public void Of_LadderThatNeverBroke_SaysThat()
    {
        var knee = Knee.Of([new Row(Rung(2), 0, [Slot(2, 10)])], repeats: 1).ShouldHaveSingleItem();

        knee.PerSecond.ShouldBe(2);
        knee.ToString().ShouldEndWith("no rate tried broke it.");
    }

    [Fact]
    public void IsBroken_RungAboveABrokenOne_IsSkippedInThatRepeatOnly()
    {
        var watch = new LadderWatch(StressSuite.Create());
        watch.Climbed(Rung(4), Slot(4, 300));

        watch.IsBroken(Rung(8), repeat: 1).ShouldBeTrue();
        watch.IsBroken(Rung(8), repeat: 2).ShouldBeFalse();
        watch.IsBroken(Rung(8) with { Transport = "grpc" }, repeat: 1).ShouldBeFalse();
    }

    private static Cell Rung(int perSecond) => Rows.Cell("rest unknown 1MB x4") with { Load = new LoadShape.Open(perSecond) };

    /// <summary>Requests sent on schedule, each of so many milliseconds.</summary>
    private static Slot Slot(int perSecond, double milliseconds, int repeat = 1)
    {
        var slot = Rows.Slot(repeat, [.. Enumerable.Repeat((milliseconds, Outcome.Ok), perSecond)]);
        return slot with { Samples = [.. slot.Samples.Select((sample, k) => sample with { Start = k * System.Diagnostics.Stopwatch.Frequency / perSecond })] };
    }
}

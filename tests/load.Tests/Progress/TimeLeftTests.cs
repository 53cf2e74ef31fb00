using Load.Progress;
using Load.Suites;

namespace Load.Tests.Progress;

public sealed class TimeLeftTests
{
    [Fact]
    public void Estimate_PlanDoneAtHalfSpeed_TakesTwiceAsLongForTheRest()
    {
        var time = new TurnedByHand();
        var suite = QuickSuite.Create(ownFiles: false);
        var left = new TimeLeft(suite, time);
        left.Estimate.ShouldBe(suite.PlannedTime);

        var cell = suite.Cells[0];
        left.Done(cell);
        time.Advance(2 * suite.Planned(cell));

        left.Estimate.ShouldBe(2 * (suite.PlannedTime - suite.Planned(cell)), TimeSpan.FromMilliseconds(1));
        left.Share.ShouldBe(suite.Planned(cell) / suite.PlannedTime, 1e-9);
    }

    private sealed class TurnedByHand : TimeProvider
    {
        private TimeSpan _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now.Ticks;

        public void Advance(TimeSpan by) => _now += by;
    }
}

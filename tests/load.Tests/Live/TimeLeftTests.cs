using Load.Live;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Live;

public sealed class TimeLeftTests
{
    [Fact]
    public void Estimate_PlanDoneAtHalfSpeed_TakesTwiceAsLongForTheRest()
    {
        var time = new TurnedByHand();
        var suite = QuickSuite.Create(new AnalyzerRequest());
        var left = new TimeLeft(suite, time);
        left.Estimate.ShouldBe(suite.PlannedTime);

        var cell = suite.Cases[0];
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

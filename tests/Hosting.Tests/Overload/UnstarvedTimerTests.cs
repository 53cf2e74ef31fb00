using Hosting.Overload;

namespace Hosting.Tests.Overload;

/// <summary>Only the time counts in which this process had its turns.</summary>
public sealed class UnstarvedTimerTests
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(25);

    private readonly TurnedTime _time = new();

    [Fact]
    public void Time_OfTenStepsOnTime_IsOver()
    {
        using var timer = Begin();

        _time.Step(Step, 9);
        timer.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(Step, 1);
        timer.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Steps_ThatComeLate_DoNotCount()
    {
        using var timer = Begin();

        _time.Step(10 * Step, 3);
        _time.Step(Step, 9);
        timer.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(Step, 1);
        timer.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Time_OfABusyProcess_IsOverInTheEnd()
    {
        using var timer = Begin();

        _time.Step(10 * Step, 19);
        timer.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(10 * Step, 1);
        timer.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Begin_Again_CountsAgain()
    {
        using var timer = Begin();

        _time.Step(Step, 9);
        timer.Begin(10 * Step, 200 * Step);
        _time.Step(Step, 9);
        timer.Token.IsCancellationRequested.ShouldBeFalse();
    }

    private UnstarvedTimer Begin()
    {
        var timer = new UnstarvedTimer(_time);
        timer.Begin(10 * Step, 200 * Step);
        return timer;
    }

    private sealed class TurnedTime : TimeProvider
    {
        private TimeSpan _now;
        private Action _callback = () => { };

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now.Ticks;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _callback = () => callback(state);
            return new Timer();
        }

        public void Step(TimeSpan length, int count)
        {
            for (var step = 0; step < count; step++)
            {
                _now += length;
                _callback();
            }
        }

        private sealed class Timer : ITimer
        {
            public bool Change(TimeSpan dueTime, TimeSpan period) => true;

            public void Dispose()
            {
            }

            public ValueTask DisposeAsync() => ValueTask.CompletedTask;
        }
    }
}

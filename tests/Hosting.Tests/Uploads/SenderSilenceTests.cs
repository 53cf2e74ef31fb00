using Hosting.Uploads;

namespace Hosting.Tests.Uploads;

/// <summary>A silence is the sender's only while this process had its turns.</summary>
public sealed class SenderSilenceTests
{
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(25);

    private readonly TurnedTime _time = new();

    [Fact]
    public void Silence_OfTenStepsOnTime_IsOver()
    {
        using var silence = Begin();

        _time.Step(Step, 9);
        silence.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(Step, 1);
        silence.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Steps_ThatComeLate_DoNotCount()
    {
        using var silence = Begin();

        _time.Step(10 * Step, 3);
        _time.Step(Step, 9);
        silence.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(Step, 1);
        silence.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Silence_OfABusyProcess_IsOverInTheEnd()
    {
        using var silence = Begin();

        _time.Step(10 * Step, 19);
        silence.Token.IsCancellationRequested.ShouldBeFalse();
        _time.Step(10 * Step, 1);
        silence.Token.IsCancellationRequested.ShouldBeTrue();
    }

    [Fact]
    public void Begin_AfterSomethingCame_CountsAgain()
    {
        using var silence = Begin();

        _time.Step(Step, 9);
        silence.Begin(10 * Step, 200 * Step);
        _time.Step(Step, 9);
        silence.Token.IsCancellationRequested.ShouldBeFalse();
    }

    private SenderSilence Begin()
    {
        var silence = new SenderSilence(_time);
        silence.Begin(10 * Step, 200 * Step);
        return silence;
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

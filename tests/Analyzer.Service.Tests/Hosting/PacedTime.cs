using System.Diagnostics;

namespace Analyzer.Service.Tests.Hosting;

/// <summary>
/// The system's time, which a test may let pass faster or more slowly: a time-out of half a minute then takes a moment, and one of a
/// second is generous to requests that have to succeed on a busy machine.
/// </summary>
internal sealed class PacedTime : TimeProvider
{
    private readonly Lock _lock = new();
    private long _last = Stopwatch.GetTimestamp();
    private double _passed;
    private double _factor = 1;

    /// <summary>How many seconds pass in a second; for timers, those that are set from now on.</summary>
    public double Factor
    {
        get => Volatile.Read(ref _factor);
        set
        {
            GetTimestamp();
            Volatile.Write(ref _factor, value);
        }
    }

    public override long TimestampFrequency => Stopwatch.Frequency;

    public override long GetTimestamp()
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            _passed += (now - _last) * Factor;
            _last = now;
            return (long)_passed;
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        new Timer(this, System.CreateTimer(callback, state, Paced(dueTime), Paced(period)));

    private TimeSpan Paced(TimeSpan span) => span == Timeout.InfiniteTimeSpan ? span : span / Factor;

    private sealed class Timer(PacedTime time, ITimer timer) : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(time.Paced(dueTime), time.Paced(period));

        public void Dispose() => timer.Dispose();

        public ValueTask DisposeAsync() => timer.DisposeAsync();
    }
}

namespace Grpc.Protocol;

/// <summary>Calls back once, after a time of any length.</summary>
internal sealed class DeadlineTimer : IDisposable, IAsyncDisposable
{
    // A timer takes no more than this (49 days); a later deadline is waited for in several steps.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    private readonly TimeSpan _timeout;
    private readonly TimeProvider _time;
    private readonly Action _onTimeout;
    private readonly long _start;
    private readonly ITimer _timer;

    public DeadlineTimer(TimeSpan timeout, TimeProvider time, Action onTimeout)
    {
        (_timeout, _time, _onTimeout) = (timeout, time, onTimeout);
        _start = time.GetTimestamp();
        _timer = time.CreateTimer(
            static state => ((DeadlineTimer)state!).Tick(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Wait(timeout);
    }

    public void Dispose() => _timer.Dispose();

    /// <summary>Waits for a call back that is under way.</summary>
    public ValueTask DisposeAsync() => _timer.DisposeAsync();

    private void Wait(TimeSpan remaining)
    {
        var wait = TimeSpan.FromTicks(Math.Clamp(remaining.Ticks, 0, LongestWait.Ticks));
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }

    private void Tick()
    {
        var remaining = _timeout - _time.GetElapsedTime(_start);
        if (remaining > TimeSpan.Zero)
        {
            // Whole milliseconds, upwards: a timer rounds down, and would tick without end.
            Wait(TimeSpan.FromMilliseconds(Math.Ceiling(remaining.TotalMilliseconds)));
        }
        else
        {
            _onTimeout();
        }
    }
}

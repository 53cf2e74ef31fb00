namespace Journal.Tests;

/// <summary>Time that a test moves on. Its timers end only then.</summary>
/// <param name="stands">Whether its clocks stand still in between.</param>
internal sealed class ManualTime(bool stands = false) : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly HashSet<ManualTimer> _timers = [];
    private readonly (long Timestamp, DateTimeOffset Utc) _begun = (System.GetTimestamp(), System.GetUtcNow());
    private TimeSpan _moved;
    private TimeSpan _setBack;

    public override long TimestampFrequency => System.TimestampFrequency;

    private TimeSpan Elapsed
    {
        get
        {
            lock (_gate)
            {
                return _moved + (stands ? TimeSpan.Zero : System.GetElapsedTime(_begun.Timestamp));
            }
        }
    }

    public override long GetTimestamp() => TimestampFrequency + (long)(Elapsed.TotalSeconds * TimestampFrequency);

    public override DateTimeOffset GetUtcNow() => _begun.Utc + Elapsed - _setBack;

    /// <summary>Sets the wall clock back, as an administrator does.</summary>
    public void SetBack(TimeSpan by) => _setBack = by;

    public void Advance(TimeSpan by)
    {
        List<ManualTimer> due;
        lock (_gate)
        {
            _moved += by;
            due = [.. _timers.Where(timer => timer.DueAt <= Elapsed)];
            due.ForEach(timer => timer.MoveOn());
        }

        due.ForEach(timer => timer.End());
    }

    /// <summary>Advances again and again: what is to end may not have begun to wait.</summary>
    public async Task AdvanceUntilAsync(TimeSpan by, Func<bool> condition) => await Deadline.UntilAsync(() =>
    {
        var holds = condition();
        if (!holds)
        {
            Advance(by);
        }

        return holds;
    });

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class ManualTimer(ManualTime time, Action callback) : ITimer
    {
        private TimeSpan _period;

        public TimeSpan DueAt { get; private set; }

        public void End() => callback();

        /// <summary>One with a period is due again, however many periods have passed.</summary>
        public void MoveOn() => Change(_period > TimeSpan.Zero ? _period : Timeout.InfiniteTimeSpan, _period);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._gate)
            {
                _period = period;
                time._timers.Remove(this);
                if (dueTime >= TimeSpan.Zero)
                {
                    DueAt = time.Elapsed + dueTime;
                    time._timers.Add(this);
                }
            }

            return true;
        }

        public void Dispose()
        {
            lock (time._gate)
            {
                time._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}

namespace Hosting.Tests.Access;

/// <summary>Time that a test moves on. Its timers have a period, and tick only then, each when it is due.</summary>
internal sealed class TickingTime(DateTimeOffset begin) : TimeProvider
{
    private readonly List<Ticker> _tickers = [];
    private DateTimeOffset _now = begin;

    public override DateTimeOffset GetUtcNow() => _now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var ticker = new Ticker(this, () => callback(state), _now + dueTime, period);
        _tickers.Add(ticker);
        return ticker;
    }

    public void Advance(TimeSpan by)
    {
        var end = _now + by;
        while (_tickers.MinBy(ticker => ticker.Due) is { } next && next.Due <= end)
        {
            _now = next.Due;
            next.Tick();
        }

        _now = end;
    }

    private sealed class Ticker(TickingTime time, Action callback, DateTimeOffset due, TimeSpan period) : ITimer
    {
        public DateTimeOffset Due { get; private set; } = due;

        public void Tick()
        {
            Due += period;
            callback();
        }

        public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

        public void Dispose() => time._tickers.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}

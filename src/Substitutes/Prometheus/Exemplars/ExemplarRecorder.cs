namespace Prometheus;

/// <summary>Decides for one child which observations leave an exemplar.</summary>
internal sealed class ExemplarRecorder(Collector metric, ExemplarBehavior behavior)
{
    private readonly ExemplarProvider? _provider = behavior.DefaultExemplarProvider;
    private readonly TimeSpan _minInterval = behavior.NewExemplarMinInterval;

    /// <summary>Timestamp of the clock; 0 before the first.</summary>
    private long _lastRecorded;

    /// <param name="slot">Filled with a slot when this is its first exemplar.</param>
    /// <param name="given">What came with the observation; null asks the provider.</param>
    /// <param name="value">The observation.</param>
    /// <exception cref="InvalidOperationException">The exemplar was used before.</exception>
    /// <exception cref="ArgumentException">The exemplar has a key twice or is too long.</exception>
    public void Record(ref ExemplarSlot? slot, Exemplar? given, double value)
    {
        var exemplar = given ?? (_provider is null ? Exemplar.FromTraceContext() : _provider(metric, value));
        if (exemplar.Length == 0)
        {
            return;
        }

        var labels = exemplar.Consume();
        if (IsDue())
        {
            var target = Volatile.Read(ref slot) ?? CreateSlot(ref slot);
            target.TryFill(labels, value);
        }

        exemplar.Recycle();
    }

    private static ExemplarSlot CreateSlot(ref ExemplarSlot? slot)
    {
        var created = new ExemplarSlot();
        return Interlocked.CompareExchange(ref slot, created, null) ?? created;
    }

    private bool IsDue()
    {
        if (_minInterval <= TimeSpan.Zero)
        {
            return true;
        }

        var last = Volatile.Read(ref _lastRecorded);
        var now = TimeProvider.System.GetTimestamp();
        return (last == 0 || TimeProvider.System.GetElapsedTime(last, now) >= _minInterval)
            && Interlocked.CompareExchange(ref _lastRecorded, now, last) == last;
    }
}

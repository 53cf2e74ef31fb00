namespace Hosting.Overload;

/// <summary>
/// A limit on uploads at work that follows the queues in which they wait. Every 50 ms the limit looks at each queue: if most waits in one
/// were above 2 ms, it falls by 15 %; otherwise it rises by 10 % if four fifths of it were in use.
/// </summary>
/// <remarks>
/// Round trips are no signal here, because slow senders lengthen them. A minimum need not be learned, because an empty queue has no wait.
/// The limit forgets an overload a second after it: otherwise a limit that fell to a few would refuse the next clients of an idle service.
/// </remarks>
public sealed class AdaptiveLimit
{
    /// <summary>The limit never falls below this; so many uploads, or fewer, are no overload.</summary>
    public const int Min = 4;

    /// <summary>
    /// The initial limit for each processor. An overload starts from here, and delays the uploads that it admits until the limit has
    /// fallen: 64 files of 1 MB are an eighth of a second's work. A lower one would refuse uploads after a short delay of an idle service.
    /// </summary>
    public const int StartPerProcessor = 64;

    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    public static readonly TimeSpan MaxWait = TimeSpan.FromMilliseconds(2);

    public static readonly TimeSpan Forgotten = TimeSpan.FromSeconds(1);

    private const double Fall = 0.85;
    private const double Rise = 1.1;
    private const double InUse = 0.8;

    private readonly int _max;
    private readonly int _start;
    private readonly IReadOnlyList<IQueueSignal> _queues;
    private readonly TimeProvider _time;
    private double _limit;
    private int _current;
    private int _peak;
    private long _lastLook;
    private long _lastOverload;

    /// <param name="max">The limit never rises above it.</param>
    /// <param name="processors">At least 1.</param>
    /// <param name="queues">The queues in which uploads wait.</param>
    /// <param name="time">Measures the 50 ms.</param>
    public AdaptiveLimit(int max, int processors, IReadOnlyList<IQueueSignal> queues, TimeProvider time)
    {
        (_max, _start, _queues, _time) = (max, StartPerProcessor * processors, queues, time);
        _lastLook = _lastOverload = time.GetTimestamp();
        Set(_start);
    }

    /// <summary>The number of uploads that may be at work.</summary>
    public int Current => Volatile.Read(ref _current);

    /// <summary>
    /// Call it when an upload asks to enter. The limit matters only then, so it needs no timer, which would itself wait in a queue.
    /// </summary>
    /// <param name="atWork">Uploads at work, including the one that asks.</param>
    public void Look(int atWork)
    {
        foreach (var queue in _queues)
        {
            queue.Probe();
        }

        for (var peak = Volatile.Read(ref _peak); atWork > peak;)
        {
            var before = Interlocked.CompareExchange(ref _peak, atWork, peak);
            if (before == peak)
            {
                break;
            }

            peak = before;
        }

        var now = _time.GetTimestamp();
        var last = Volatile.Read(ref _lastLook);
        if (_time.GetElapsedTime(last, now) >= Interval && Interlocked.CompareExchange(ref _lastLook, now, last) == last)
        {
            Move(IsAnyLong(), Interlocked.Exchange(ref _peak, 0), now);
        }
    }

    private bool IsAnyLong()
    {
        var isLong = false;
        foreach (var queue in _queues)
        {
            isLong |= queue.TakeIsLong(); // all queues are asked, because each starts a new measurement
        }

        return isLong;
    }

    private void Move(bool isLong, int peak, long now)
    {
        if (isLong)
        {
            _lastOverload = now;
            Set(peak > Min ? _limit * Fall : _limit);
        }
        else if (peak >= InUse * _limit)
        {
            Set(_limit * Rise);
        }
        else if (_limit < _start && _time.GetElapsedTime(_lastOverload, now) > Forgotten)
        {
            Set(_start);
        }
    }

    private void Set(double limit)
    {
        _limit = Math.Clamp(limit, Math.Min(Min, _max), _max);
        Volatile.Write(ref _current, (int)_limit);
    }
}

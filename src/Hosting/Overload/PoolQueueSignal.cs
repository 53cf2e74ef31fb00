namespace Hosting.Overload;

/// <summary>
/// The queue of the thread pool, in which connections and answers wait. If files are small or only received, this is the queue for the
/// processors, rather than the places. While uploads arrive, a probe measures it now and then.
/// </summary>
/// <param name="enqueue">Queues work behind all waiting work.</param>
/// <param name="count">Counts the waiting work items.</param>
/// <param name="processors">The number of processors that work on the queue.</param>
/// <param name="time">Measures the waits.</param>
public sealed class PoolQueueSignal(Action<IThreadPoolWorkItem> enqueue, Func<long> count, int processors, TimeProvider time)
    : IQueueSignal, IThreadPoolWorkItem
{
    /// <summary>
    /// The work items per processor in a short queue: about ten microseconds each, together far less than the wait that the limit aims at.
    /// To go behind them, a piece would change threads, which costs a small file a tenth of its processor time and gains nothing.
    /// </summary>
    public const int ShortPerProcessor = 8;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private readonly WaitCounts _waits = new();
    private long _sent;
    private int _isUnderWay;

    /// <summary>If nothing waits, there is nothing to go behind.</summary>
    public bool IsShort => count() <= ShortPerProcessor * processors;

    /// <summary>
    /// The queue of this process. A worker's local queue comes before the global one, so work that is passed on there delays everything
    /// else.
    /// </summary>
    public static PoolQueueSignal Real(TimeProvider time) => new(
        static work => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false),
        static () => ThreadPool.PendingWorkItemCount,
        Environment.ProcessorCount,
        time);

    /// <summary>Behind all waiting work.</summary>
    public void Enqueue(IThreadPoolWorkItem work) => enqueue(work);

    /// <summary>Sends the probe, unless it is under way or was a moment ago.</summary>
    public void Probe()
    {
        if (Volatile.Read(ref _isUnderWay) == 0 && time.GetElapsedTime(Volatile.Read(ref _sent)) >= Interval
            && Interlocked.Exchange(ref _isUnderWay, 1) == 0)
        {
            Volatile.Write(ref _sent, time.GetTimestamp());
            enqueue(this);
        }
    }

    public void Execute()
    {
        _waits.Saw(time.GetElapsedTime(Volatile.Read(ref _sent)));
        Volatile.Write(ref _isUnderWay, 0);
    }

    /// <inheritdoc/>
    public bool TakeIsLong() => _waits.TakeAreLong()
        ?? (Volatile.Read(ref _isUnderWay) == 1 && time.GetElapsedTime(Volatile.Read(ref _sent)) > AdaptiveLimit.MaxWait);
}

namespace Analyzer.Service.Features.Overload;

/// <summary>
/// The queue of the thread pool, in which connections and answers wait: where files are small or only received, it is the processors' queue
/// rather than the places are. A probe goes through it now and then, while uploads come.
/// </summary>
/// <param name="enqueue">Queues work behind all that waits.</param>
/// <param name="count">Counts what waits.</param>
/// <param name="processors">How many work on the queue.</param>
/// <param name="time">Measures the waits.</param>
internal sealed class PoolQueue(Action<IThreadPoolWorkItem> enqueue, Func<long> count, int processors, TimeProvider time)
    : IQueueSignal, IThreadPoolWorkItem
{
    /// <summary>
    /// What waits for each processor in a short queue: some ten microseconds' work an item, in all far less than the wait that the limit
    /// aims at. To go behind it, a piece would change threads, which costs a small file a tenth of its processor time and wins nothing.
    /// </summary>
    public const int ShortPerProcessor = 8;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private readonly ShortestWait _shortest = new();
    private long _sent;
    private int _isUnderWay;

    /// <summary>Whoever is at the front need not go behind the others.</summary>
    public bool IsShort => count() <= ShortPerProcessor * processors;

    /// <summary>
    /// The queue of this process. The worker's own queue comes before the common one, and what is handed on there keeps all else waiting.
    /// </summary>
    public static PoolQueue Real(TimeProvider time) => new(
        static work => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: false),
        static () => ThreadPool.PendingWorkItemCount,
        Environment.ProcessorCount,
        time);

    /// <summary>Behind all that waits.</summary>
    public void Enqueue(IThreadPoolWorkItem work) => enqueue(work);

    /// <summary>Sends the probe, unless it is under way or was so a moment ago.</summary>
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
        _shortest.Saw(time.GetElapsedTime(Volatile.Read(ref _sent)));
        Volatile.Write(ref _isUnderWay, 0);
    }

    /// <inheritdoc/>
    public TimeSpan? TakeShortest() => _shortest.Take()
        ?? (Volatile.Read(ref _isUnderWay) == 1 ? time.GetElapsedTime(Volatile.Read(ref _sent)) : null); // it will be that at least
}

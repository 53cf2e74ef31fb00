namespace Storage.Sqlite;

/// <summary>
/// Writes that wait for the writer's thread. It wakes up once for as many writes as it wants, since a wake-up costs as much as an insert.
/// </summary>
internal sealed class WriteQueue<TWriter>(int capacity)
{
    private readonly object _lock = new(); // a Lock cannot be waited on
    private readonly Queue<IPendingWrite<TWriter>> _waiting = [];
    private int _wanted = 1;
    private bool _closed;

    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _waiting.Count;
            }
        }
    }

    public bool IsClosed
    {
        get
        {
            lock (_lock)
            {
                return _closed;
            }
        }
    }

    /// <returns>False when the queue is full or closed.</returns>
    public bool TryAdd(IPendingWrite<TWriter> write)
    {
        lock (_lock)
        {
            if (_closed || _waiting.Count == capacity)
            {
                return false;
            }

            _waiting.Enqueue(write);
            if (_waiting.Count == _wanted)
            {
                Monitor.Pulse(_lock);
            }

            return true;
        }
    }

    /// <summary>Waits until the wanted writes are there, the queue is closed, or the patience has run out. For one thread only.</summary>
    /// <param name="wanted">How many writes to wait for; at least 1.</param>
    /// <param name="patience">The longest wait, in whole milliseconds.</param>
    /// <returns>Whether there is any write.</returns>
    public bool Wait(int wanted, TimeSpan patience)
    {
        lock (_lock)
        {
            _wanted = wanted;
            while (_waiting.Count < wanted && !_closed && Monitor.Wait(_lock, patience) && patience == Timeout.InfiniteTimeSpan)
            {
                // Woken without a reason: only a wait without a limit is repeated.
            }

            return _waiting.Count > 0;
        }
    }

    /// <summary>Moves waiting writes, in their order, until the batch has the given size.</summary>
    public void MoveTo(List<IPendingWrite<TWriter>> batch, int size)
    {
        lock (_lock)
        {
            while (batch.Count < size && _waiting.TryDequeue(out var write))
            {
                batch.Add(write);
            }
        }
    }

    /// <summary>Refuses further writes. Those that wait stay.</summary>
    public void Close()
    {
        lock (_lock)
        {
            _closed = true;
            Monitor.Pulse(_lock);
        }
    }
}

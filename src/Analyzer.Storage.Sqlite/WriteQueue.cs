namespace Analyzer.Storage.Sqlite;

/// <summary>Writes that wait for the writer's thread. It is woken once for as many as it wants, not for each: a wake-up costs as much as an insert.</summary>
internal sealed class WriteQueue(int capacity)
{
    private readonly object _lock = new(); // a Lock cannot be waited on
    private readonly Queue<IPendingWrite> _waiting = [];
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

    /// <returns>False when it is full, or closed.</returns>
    public bool TryAdd(IPendingWrite write)
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

    /// <summary>Waits until so many are there, nobody adds any more, or patience is at its end. By one thread only.</summary>
    /// <param name="wanted">At least 1.</param>
    /// <param name="patience">In whole milliseconds.</param>
    /// <returns>Whether any is there.</returns>
    public bool Wait(int wanted, TimeSpan patience)
    {
        lock (_lock)
        {
            _wanted = wanted;
            while (_waiting.Count < wanted && !_closed && Monitor.Wait(_lock, patience) && patience == Timeout.InfiniteTimeSpan)
            {
                // Woken for nothing: only who waits for good waits again.
            }

            return _waiting.Count > 0;
        }
    }

    /// <summary>Moves what is there, in its order, until the batch has so many.</summary>
    public void MoveTo(List<IPendingWrite> batch, int size)
    {
        lock (_lock)
        {
            while (batch.Count < size && _waiting.TryDequeue(out var write))
            {
                batch.Add(write);
            }
        }
    }

    /// <summary>What was added stays.</summary>
    public void Close()
    {
        lock (_lock)
        {
            _closed = true;
            Monitor.Pulse(_lock);
        }
    }
}

namespace Elasticsearch.Client.Bulk;

/// <summary>
/// Counts the writes under way, and lets a bulk request wait for more of them. While fewer are under way than when the last request
/// left, the submitters that were answered since then are about to send again. The wait ends as soon as all are there: checking every
/// millisecond instead cost a fifth of the rate.
/// </summary>
/// <param name="patience">The longest wait.</param>
internal sealed class Gathering(TimeSpan patience, TimeProvider time)
{
    private readonly Lock _lock = new();
    private TaskCompletionSource? _complete;
    private int _underWay;
    private int _expected;

    /// <returns>How many writes are under way now.</returns>
    public int Enter()
    {
        lock (_lock)
        {
            if (++_underWay >= _expected)
            {
                _complete?.TrySetResult();
                _complete = null;
            }

            return _underWay;
        }
    }

    public void Leave(int count)
    {
        lock (_lock)
        {
            _underWay -= count;
        }
    }

    /// <summary>A request leaves. The next one expects as many writes as are under way now.</summary>
    public void Depart()
    {
        lock (_lock)
        {
            _expected = _underWay;
        }
    }

    /// <returns>Completes when all expected writes are there, or when the patience has run out.</returns>
    public Task WaitAsync()
    {
        lock (_lock)
        {
            if (_underWay >= _expected)
            {
                return Task.CompletedTask;
            }

            _complete ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return Task.WhenAny(_complete.Task, Task.Delay(patience, time));
        }
    }
}

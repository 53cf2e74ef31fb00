namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>
/// Counts the writes under way, and lets a bulk request wait for company: as long as fewer are under way than when the last request left, those
/// who got their answers meanwhile are about to come again. It ends the moment they are all there; looking every millisecond instead cost a fifth of the rate.
/// </summary>
/// <param name="patience">At most so long.</param>
internal sealed class Gathering(TimeSpan patience, TimeProvider timeProvider)
{
    private readonly Lock _lock = new();
    private TaskCompletionSource? _complete;
    private int _underWay;
    private int _expected;

    /// <returns>How many are under way now.</returns>
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

    /// <summary>A request leaves: as many as are under way now are expected when the next one gathers.</summary>
    public void Depart()
    {
        lock (_lock)
        {
            _expected = _underWay;
        }
    }

    /// <returns>When all are there, or patience is at its end.</returns>
    public Task WaitAsync()
    {
        lock (_lock)
        {
            if (_underWay >= _expected)
            {
                return Task.CompletedTask;
            }

            _complete ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return Task.WhenAny(_complete.Task, Task.Delay(patience, timeProvider));
        }
    }
}

namespace Hosting.Uploads;

/// <summary>
/// Places of one connection for streams that Kestrel resets. A place that is not returned is free again when Kestrel has forgotten its
/// stream.
/// </summary>
internal sealed class StreamResetBudget(int count, TimeProvider time)
{
    /// <summary>Kestrel's five seconds, the patience of <see cref="EarlyResponses"/>, and one more for Kestrel's tick.</summary>
    private static readonly TimeSpan Remembered = TimeSpan.FromSeconds(7);

    /// <summary>When each taken place was taken; which of them is returned makes no difference that matters.</summary>
    private readonly Queue<long> _taken = [];

    /// <returns>False when there is none.</returns>
    public bool TryTake()
    {
        lock (_taken)
        {
            while (_taken.TryPeek(out var oldest) && time.GetElapsedTime(oldest) > Remembered)
            {
                _taken.Dequeue();
            }

            if (_taken.Count >= count)
            {
                return false;
            }

            _taken.Enqueue(time.GetTimestamp());
            return true;
        }
    }

    /// <summary>The stream was ended by its sender.</summary>
    public void Return()
    {
        lock (_taken)
        {
            _taken.TryDequeue(out _);
        }
    }
}

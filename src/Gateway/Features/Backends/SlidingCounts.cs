namespace Gateway.Features.Backends;

/// <summary>Events of the last ten seconds, counted by the second.</summary>
internal sealed class SlidingCounts(TimeProvider time)
{
    private const int Seconds = 10;

    private readonly Lock _gate = new();
    private readonly (long Second, long All, long Failed)[] _buckets = new (long, long, long)[Seconds];
    private readonly long _start = time.GetTimestamp();

    private long Now => (long)time.GetElapsedTime(_start).TotalSeconds;

    public void Add(bool failed)
    {
        lock (_gate)
        {
            var now = Now;
            ref var bucket = ref _buckets[now % Seconds];
            if (bucket.Second != now)
            {
                bucket = (now, 0, 0);
            }

            bucket.All++;
            bucket.Failed += failed ? 1 : 0;
        }
    }

    public (long All, long Failed) Sum()
    {
        lock (_gate)
        {
            var (now, all, failed) = (Now, 0L, 0L);
            foreach (var bucket in _buckets)
            {
                if (bucket.Second > now - Seconds)
                {
                    (all, failed) = (all + bucket.All, failed + bucket.Failed);
                }
            }

            return (all, failed);
        }
    }

    public void Clear()
    {
        lock (_gate)
        {
            Array.Clear(_buckets);
        }
    }
}

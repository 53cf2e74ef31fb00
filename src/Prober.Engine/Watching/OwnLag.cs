namespace Prober.Engine.Watching;

/// <summary>
/// How late the prober itself was in the last minutes: a failure that a late prober measured says nothing about its target.
/// </summary>
public sealed class OwnLag
{
    private const int BucketCount = 2048;
    private const long BucketLength = 100;

    private readonly Lock _gate = new();
    private readonly long[] _lags = new long[BucketCount];
    private readonly long[] _numbers = new long[BucketCount];

    /// <summary>Records that something took so much longer than it should, in a span of the monotonic clock. All in milliseconds.</summary>
    public void Add(long from, long to, long lag)
    {
        lock (_gate)
        {
            var last = to / BucketLength;
            for (var number = Math.Max(Math.Max(from, 0) / BucketLength, last - BucketCount + 1); number <= last; number++)
            {
                var at = number % BucketCount;
                _lags[at] = _numbers[at] == number ? Math.Max(_lags[at], lag) : lag;
                _numbers[at] = number;
            }
        }
    }

    public long Longest(long from, long to)
    {
        var longest = 0L;
        lock (_gate)
        {
            var last = to / BucketLength;
            for (var number = Math.Max(Math.Max(from, 0) / BucketLength, last - BucketCount + 1); number <= last; number++)
            {
                var at = number % BucketCount;
                longest = _numbers[at] == number ? Math.Max(longest, _lags[at]) : longest;
            }
        }

        return longest;
    }
}

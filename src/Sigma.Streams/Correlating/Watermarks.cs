namespace Sigma.Streams.Correlating;

/// <summary>
/// The time before which no more matches are expected: the newest time of a partition minus the lateness, and the least over all
/// partitions. Partitions that are idle for a while are left out; while all are, time follows the clock. A pause in which nothing is read,
/// because a sink or all instances are gone, says little about waiting records, and counts as a short one.
/// </summary>
internal sealed class Watermarks(TimeSpan lateness)
{
    private static readonly TimeSpan MaxIdle = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Shorter than the time after which a partition is left out, so that each partition has time to send something after a pause.
    /// </summary>
    private static readonly TimeSpan MaxPause = MaxIdle / 2;

    private readonly Dictionary<(string Source, uint Partition), Progress> _partitions = [];
    private Progress? _last;
    private DateTimeOffset _lookedAt;
    private TimeSpan _elapsed;

    /// <summary>Everything earlier is late. It never goes back.</summary>
    public DateTimeOffset Watermark { get; private set; } = DateTimeOffset.UnixEpoch;

    /// <param name="source">The source of the match.</param>
    /// <param name="partition">The partition of the source.</param>
    /// <param name="time">When it happened.</param>
    /// <param name="now">When it arrived.</param>
    public void Saw(string source, uint partition, DateTimeOffset time, DateTimeOffset now)
    {
        var known = _partitions.GetValueOrDefault((source, partition));
        _last = _partitions[(source, partition)] = new(known.Newest > time ? known.Newest : time, ElapsedAt(now));
        MoveToLeast();
    }

    /// <summary>Leaves idle partitions out.</summary>
    /// <returns>The partitions that were left out.</returns>
    public IReadOnlyList<(string Source, uint Partition)> LeaveOut(DateTimeOffset now)
    {
        var elapsed = ElapsedAt(now);
        List<(string, uint)> idle = [.. _partitions.Where(pair => pair.Value.Came < elapsed - MaxIdle).Select(pair => pair.Key)];
        foreach (var (source, partition) in idle)
        {
            Remove(source, partition);
        }

        if (_partitions.Count == 0 && _last is { } last)
        {
            Move(last.Newest + (elapsed - last.Came) - lateness);
        }

        return idle;
    }

    public void Remove(string source, uint partition)
    {
        if (_partitions.Remove((source, partition), out var progress))
        {
            _last = _partitions.Count > 0 || _last is not { } last || progress.Newest > last.Newest ? progress : last;
            MoveToLeast();
        }
    }

    public void Move(DateTimeOffset time) => Watermark = time > Watermark ? time : Watermark;

    /// <summary>The time that has passed while records were read. A clock that is behind another's moves it no further.</summary>
    private TimeSpan ElapsedAt(DateTimeOffset now)
    {
        if (now > _lookedAt)
        {
            var pause = now - _lookedAt;
            _elapsed += pause < MaxPause ? pause : MaxPause;
            _lookedAt = now;
        }

        return _elapsed;
    }

    private void MoveToLeast()
    {
        if (_partitions.Count > 0)
        {
            Move(_partitions.Values.Min(progress => progress.Newest) - lateness);
        }
    }

    /// <param name="Newest">The time of the newest match.</param>
    /// <param name="Came">When the last one arrived, in elapsed time.</param>
    private readonly record struct Progress(DateTimeOffset Newest, TimeSpan Came);
}

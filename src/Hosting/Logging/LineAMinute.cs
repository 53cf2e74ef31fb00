namespace Hosting.Logging;

/// <summary>Keeps a log line that clients can cause from filling the log: it is due at most once a minute.</summary>
public sealed class LineAMinute(TimeProvider time)
{
    private static readonly TimeSpan Between = TimeSpan.FromMinutes(1);

    private long _last;

    /// <returns>True for one caller a minute; that caller writes the line.</returns>
    public bool IsDue()
    {
        var (last, now) = (Volatile.Read(ref _last), time.GetTimestamp());
        return (last == 0 || time.GetElapsedTime(last, now) > Between) && Interlocked.CompareExchange(ref _last, now, last) == last;
    }
}

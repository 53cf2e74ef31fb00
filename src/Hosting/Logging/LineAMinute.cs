namespace Hosting.Logging;

/// <summary>Keeps a line that a stranger can cause from filling the log: it is due once a minute, however often it is asked for.</summary>
public sealed class LineAMinute(TimeProvider time)
{
    private static readonly TimeSpan Between = TimeSpan.FromMinutes(1);

    private long _last;

    /// <returns>True for one caller a minute, who writes the line.</returns>
    public bool IsDue()
    {
        var (last, now) = (Volatile.Read(ref _last), time.GetTimestamp());
        return (last == 0 || time.GetElapsedTime(last, now) > Between) && Interlocked.CompareExchange(ref _last, now, last) == last;
    }
}

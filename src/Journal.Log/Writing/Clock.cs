namespace Journal.Log.Writing;

/// <summary>The times in records and frames: microseconds since 1970.</summary>
public static class Clock
{
    public static long Microseconds(TimeProvider time) => Microseconds(time.GetUtcNow());

    public static long Microseconds(DateTimeOffset instant) => (instant - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;

    public static DateTimeOffset Instant(long microseconds) =>
        DateTimeOffset.UnixEpoch.AddTicks(Math.Clamp(microseconds, 0, 250_000_000_000_000_000) * TimeSpan.TicksPerMicrosecond);
}

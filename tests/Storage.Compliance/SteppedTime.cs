namespace Storage.Compliance;

/// <summary>Time goes on by a step each time that somebody asks for it, and not otherwise. Timers are the system's.</summary>
public sealed class SteppedTime(TimeSpan step) : TimeProvider
{
    private long _now = TimeSpan.TicksPerDay;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Add(ref _now, step.Ticks);
}

namespace Analyzer.Service.Tests.Overload;

/// <summary>Stands still until it is moved.</summary>
internal sealed class ManualTime : TimeProvider
{
    private long _now = TimeSpan.TicksPerDay;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public void Advance(TimeSpan by) => Interlocked.Add(ref _now, by.Ticks);
}

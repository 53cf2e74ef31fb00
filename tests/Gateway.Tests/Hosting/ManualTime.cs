namespace Gateway.Tests.Hosting;

/// <summary>Time that passes when a test says so.</summary>
internal sealed class ManualTime : TimeProvider
{
    private long _ticks = TimeSpan.TicksPerDay;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _ticks;

    public void Advance(double seconds) => _ticks += TimeSpan.FromSeconds(seconds).Ticks;
}

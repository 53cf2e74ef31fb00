namespace Prober.Engine.Tests.Watching;

/// <summary>Both clocks in the test's hand. Milliseconds.</summary>
internal sealed class ManualTime : TimeProvider
{
    private long _monotonic;
    private long _wall = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    public override long TimestampFrequency => 1000;

    public override long GetTimestamp() => _monotonic;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.FromUnixTimeMilliseconds(_wall);

    public void Pass(long milliseconds)
    {
        _monotonic += milliseconds;
        _wall += milliseconds;
    }

    /// <summary>The wall clock alone is set.</summary>
    public void Set(long byMilliseconds) => _wall += byMilliseconds;
}

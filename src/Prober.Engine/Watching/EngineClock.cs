using Prober.Engine.Timelines;

namespace Prober.Engine.Watching;

/// <summary>
/// Wall-clock time for the timeline, advanced by the monotonic clock. It reports when the two diverge, or when nobody read them for a
/// while.
/// </summary>
internal sealed class EngineClock
{
    /// <summary>More than this between two turns, or of one clock against the other, is a pause.</summary>
    private const long MaxGap = 1000;

    /// <summary>The two clocks are compared only when they were read together.</summary>
    private const long MaxReading = 20;

    private readonly TimeProvider _time;
    private readonly long _origin;
    private long _offset;
    private long _turnedAt;
    private long _floor;

    /// <param name="time">Both clocks.</param>
    /// <param name="notBefore">The last moment of the stored timeline, in Unix milliseconds.</param>
    public EngineClock(TimeProvider time, long notBefore)
    {
        (_time, _origin) = (time, time.GetTimestamp());
        _offset = time.GetUtcNow().ToUnixTimeMilliseconds();
        _floor = Math.Max(_offset, notBefore);
    }

    /// <summary>Monotonic milliseconds.</summary>
    public long Monotonic => (long)_time.GetElapsedTime(_origin).TotalMilliseconds;

    /// <summary>Unix milliseconds on the wall clock.</summary>
    public long Wall => Monotonic + _offset;

    /// <summary>Unix milliseconds for the timeline: if the clock is set back, they stand still until it has caught up.</summary>
    public long Now => Math.Max(_floor, Wall);

    public long ToMonotonic(long wall) => wall - _offset;

    /// <summary>Reads both clocks.</summary>
    /// <returns>The time of a pause that ends now; null when there was none.</returns>
    public (TimeRange Range, string Reason)? Turn()
    {
        var monotonic = Monotonic;
        var wall = _time.GetUtcNow().ToUnixTimeMilliseconds();
        var before = _turnedAt + _offset;
        var isStalled = monotonic - _turnedAt > MaxGap;
        _turnedAt = monotonic;
        var jump = Monotonic - monotonic <= MaxReading ? wall - (monotonic + _offset) : 0;
        _floor = Math.Max(_floor, before);
        _offset += jump;
        var now = monotonic + _offset;
        return Math.Abs(jump) <= MaxGap
            ? isStalled ? (new(before, now), "the prober did not run") : null
            : now > before ? (new(before, now), "the clock was set, or the machine slept")
            : (new(now, before), "the clock was set back");
    }
}

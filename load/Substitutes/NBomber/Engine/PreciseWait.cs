using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace NBomber.Engine;

/// <summary>
/// Waits to a small part of a millisecond, which neither Thread.Sleep nor a timer can, and does not spin where the system lets it.
/// </summary>
internal static partial class PreciseWait
{
    /// <summary>No wait is longer, so that a stop is noticed.</summary>
    private static readonly TimeSpan LongestNap = TimeSpan.FromMilliseconds(20);

    /// <summary>Windows' timer tick of 15.6 ms, rounded up: within it of the end, only spinning is exact there.</summary>
    private static readonly TimeSpan WindowsTimerTick = TimeSpan.FromMilliseconds(16);

    /// <param name="timestamp">A timestamp of <see cref="Stopwatch"/>.</param>
    /// <param name="stop">Ends the wait early.</param>
    /// <returns>False when stopped.</returns>
    public static bool Until(long timestamp, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), timestamp);
            if (left <= TimeSpan.Zero)
            {
                return true;
            }

            Nap(left < LongestNap ? left : LongestNap);
        }

        return false;
    }

    private static void Nap(TimeSpan time)
    {
        if (!OperatingSystem.IsWindows())
        {
            NanosecondSleep(time);
        }
        else if (time > WindowsTimerTick)
        {
#pragma warning disable RS0030 // One tick of the timer, and there is a thread for it.
            Thread.Sleep(1);
#pragma warning restore RS0030
        }
        else
        {
            Thread.Yield();
        }
    }

    [UnsupportedOSPlatform("windows")]
    private static void NanosecondSleep(TimeSpan time)
    {
        var (seconds, rest) = Math.DivRem(time.Ticks, TimeSpan.TicksPerSecond);
        var request = new TimeSpec(seconds, rest * TimeSpan.NanosecondsPerTick);
        _ = NanoSleep(in request, 0);
    }

    /// <summary>nanosleep(2). A signal that cuts it short does no harm: the caller looks at the clock.</summary>
    [LibraryImport("libc", EntryPoint = "nanosleep")]
    [UnsupportedOSPlatform("windows")]
    private static partial int NanoSleep(in TimeSpec request, nint remaining);

    private readonly record struct TimeSpec(nint Seconds, nint Nanoseconds)
    {
        public TimeSpec(long seconds, long nanoseconds)
            : this((nint)seconds, (nint)nanoseconds)
        {
        }
    }
}

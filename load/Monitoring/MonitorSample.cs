using System.Diagnostics;

namespace Load.Monitoring;

/// <summary>Both processes at one moment.</summary>
/// <param name="Timestamp">Stopwatch ticks.</param>
/// <param name="Time">The same on the clock, UTC.</param>
/// <param name="Service">Null when its process cannot be read.</param>
/// <param name="Lab">The generator.</param>
/// <param name="LabQueue">Work items that wait for a thread of the lab's pool.</param>
internal sealed record MonitorSample(long Timestamp, DateTimeOffset Time, ProcessUsage? Service, ProcessUsage? Lab, long LabQueue)
{
    /// <summary>Of all processors together, since some moment in the past; null where that is not known.</summary>
    public TimeSpan? Idle { get; init; }

    /// <summary>Processors that were kept busy between two looks, by anybody; by the two processes alone where nothing else is known.</summary>
    /// <returns>Null where not even that is known.</returns>
    public static double? Busy(MonitorSample from, MonitorSample to, int processors)
    {
        var elapsed = Stopwatch.GetElapsedTime(from.Timestamp, to.Timestamp);
        return elapsed <= TimeSpan.Zero ? null
            : to.Idle - from.Idle is { } idle ? Math.Max(0, processors - idle / elapsed)
            : to.Service?.Cpu - from.Service?.Cpu + (to.Lab?.Cpu - from.Lab?.Cpu) is { } used ? used / elapsed
            : null;
    }
}

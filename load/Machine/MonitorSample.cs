using System.Diagnostics;

namespace Load.Machine;

/// <summary>All processes at one moment.</summary>
/// <param name="Timestamp">Stopwatch ticks.</param>
/// <param name="Time">The same on the clock, UTC.</param>
/// <param name="Processes">The processes under test by name, without those that cannot be read.</param>
/// <param name="Lab">The generator.</param>
/// <param name="LabQueue">Work items that wait for a thread of the lab's pool.</param>
internal sealed record MonitorSample(
    long Timestamp, DateTimeOffset Time, IReadOnlyDictionary<string, ProcessUsage> Processes, ProcessUsage? Lab, long LabQueue)
{
    /// <summary>Idle time of all processors together, since some moment in the past; null where that is not known.</summary>
    public TimeSpan? Idle { get; init; }

    /// <summary>User and kernel time of all processes under test since they started.</summary>
    public TimeSpan ProcessesCpu => Processes.Values.Aggregate(TimeSpan.Zero, (sum, usage) => sum + usage.Cpu);

    /// <summary>
    /// Processors that were kept busy between two looks, by anybody; by the known processes alone where nothing else is known.
    /// </summary>
    /// <returns>Null where not even that is known.</returns>
    public static double? Busy(MonitorSample from, MonitorSample to, int processors)
    {
        var elapsed = Stopwatch.GetElapsedTime(from.Timestamp, to.Timestamp);
        return elapsed <= TimeSpan.Zero ? null
            : to.Idle - from.Idle is { } idle ? Math.Max(0, processors - idle / elapsed)
            : Used(from, to) is { } used ? used / elapsed
            : null;
    }

    /// <summary>CPU time of the known processes between two looks; null when they are not the same ones.</summary>
    public static TimeSpan? Used(MonitorSample from, MonitorSample to) =>
        from.Processes.Count > 0 && from.Processes.Keys.ToHashSet().SetEquals(to.Processes.Keys)
            ? to.ProcessesCpu - from.ProcessesCpu + (to.Lab?.Cpu - from.Lab?.Cpu)
            : null;
}

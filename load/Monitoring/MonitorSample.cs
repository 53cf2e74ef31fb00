namespace Load.Monitoring;

/// <summary>Both processes at one moment.</summary>
/// <param name="Timestamp">Stopwatch ticks.</param>
/// <param name="Time">The same on the clock, UTC.</param>
/// <param name="Service">Null when its process cannot be read.</param>
/// <param name="Lab">The generator.</param>
/// <param name="LabQueue">Work items that wait for a thread of the lab's pool.</param>
internal sealed record MonitorSample(long Timestamp, DateTimeOffset Time, ProcessUsage? Service, ProcessUsage? Lab, long LabQueue);

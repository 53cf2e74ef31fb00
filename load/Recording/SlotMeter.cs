using System.Diagnostics;
using Load.Server;

namespace Load.Recording;

/// <summary>
/// What a slot costs: reads the counters of both processes when the first measured request begins, after all preparation and warm-up,
/// and when the last has ended.
/// </summary>
/// <param name="service">Null when the service's process cannot be read.</param>
/// <param name="time">For the date only.</param>
internal sealed class SlotMeter(Func<ProcessUsage?> service, TimeProvider time)
{
    private (long Timestamp, ProcessUsage? Service, ProcessUsage? Lab) _begin;
    private (long Timestamp, ProcessUsage? Service, ProcessUsage? Lab) _end;

    /// <summary>Stopwatch ticks; 0 before <see cref="Begin"/>.</summary>
    public long Started => _begin.Timestamp;

    public DateTimeOffset StartedAt { get; private set; }

    public UsageSpan? Service => Span(_begin.Service, _end.Service);

    public UsageSpan? Lab => Span(_begin.Lab, _end.Lab);

    public void Begin()
    {
        StartedAt = time.GetUtcNow();
        _begin = Read();
    }

    public void End() => _end = Read();

    private (long Timestamp, ProcessUsage? Service, ProcessUsage? Lab) Read()
    {
        using var lab = Process.GetCurrentProcess();
        return (Stopwatch.GetTimestamp(), service(), ProcessUsage.Of(lab));
    }

    private UsageSpan? Span(ProcessUsage? begin, ProcessUsage? end) => begin is null || end is null || _end.Timestamp == 0
        ? null
        : new UsageSpan(Stopwatch.GetElapsedTime(_begin.Timestamp, _end.Timestamp), end.Cpu - begin.Cpu, end.WorkingSet, end.Threads, end.Handles);
}

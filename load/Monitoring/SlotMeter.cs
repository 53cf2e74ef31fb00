using System.Diagnostics;
using Load.Transports;

namespace Load.Monitoring;

/// <summary>
/// What a slot costs: from when the first measured request begins, after all preparation and warm-up, to when the last has ended.
/// </summary>
internal sealed class SlotMeter(ProcessMonitor monitor, WireCounter wire, ServiceControl? control)
{
    /// <summary>Of the slot. What the runtime had counted by then is asked for while the load begins; told later, it would belie the row.</summary>
    private const double LatestCounters = 0.1;

    private MonitorSample? _begin;
    private Traffic _wireBefore;
    private TimeSpan _pauseBefore;
    private Task<(RuntimeCounters? Counters, long Timestamp)> _runtimeBefore = Task.FromResult<(RuntimeCounters?, long)>(default);

    /// <summary>Stopwatch ticks; 0 before <see cref="Begin"/>.</summary>
    public long Started => _begin?.Timestamp ?? 0;

    public DateTimeOffset StartedAt => _begin?.Time ?? default;

    /// <summary>Null before <see cref="EndAsync"/>, and when nothing was measured.</summary>
    public SlotCost? Cost { get; private set; }

    public void Begin()
    {
        _runtimeBefore = CountersAsync();
        _wireBefore = wire.Now;
        _pauseBefore = GC.GetTotalPauseDuration();
        _begin = monitor.Look();
    }

    public async Task EndAsync()
    {
        if (_begin is not { } begin)
        {
            return;
        }

        var end = monitor.Look();
        var traffic = wire.Now - _wireBefore;
        var pause = GC.GetTotalPauseDuration() - _pauseBefore;
        var samples = monitor.Samples.Where(sample => sample.Timestamp >= begin.Timestamp && sample.Timestamp <= end.Timestamp).ToArray();
        var elapsed = Stopwatch.GetElapsedTime(begin.Timestamp, end.Timestamp);
        var before = await _runtimeBefore;
        var inTime = Stopwatch.GetElapsedTime(begin.Timestamp, before.Timestamp) < LatestCounters * elapsed;
        Cost = new SlotCost(
            UsageSpan.Of(elapsed, [.. samples.Select(sample => sample.Service)]),
            UsageSpan.Of(elapsed, [.. samples.Select(sample => sample.Lab)]),
            pause,
            samples.Max(sample => sample.LabQueue),
            traffic,
            control is null || !inTime ? null : RuntimeCounters.Difference(before.Counters, await control.CountersAsync()),
            control is null ? [] : await control.PoolAsync())
        {
            OtherProcessors = begin.Idle is null ? null
                : MonitorSample.Busy(begin, end, Environment.ProcessorCount) - ((end.Service?.Cpu - begin.Service?.Cpu + (end.Lab?.Cpu - begin.Lab?.Cpu)) / elapsed),
        };
    }

    private async Task<(RuntimeCounters?, long)> CountersAsync()
    {
        if (control is null)
        {
            return default;
        }

        var counters = await control.CountersAsync();
        var timestamp = Stopwatch.GetTimestamp();
        await control.PoolAsync(); // what the pool did before is of no interest
        return (counters, timestamp);
    }
}

using System.Diagnostics;
using Load.Machine;

namespace Load.Measuring;

/// <summary>Measures the cost of an iteration, from when its counting begins to when the last piece of work has ended.</summary>
/// <param name="monitor">Looks at the processes.</param>
/// <param name="system">The system whose processes are looked at.</param>
/// <param name="wire">Counts bytes; null if they are not counted.</param>
internal sealed class IterationMeter(ProcessMonitor monitor, ISystemUnderTest system, WireCounter? wire)
{
    /// <summary>
    /// Share of the iteration. The runtime's counts until then are asked for while the load begins; an answer that comes later would
    /// belie the row.
    /// </summary>
    private const double MaxCounterDelay = 0.1;

    private readonly HostControl? _control = system.IsOurs ? system.Control : null;
    private readonly Lock _ending = new();
    private MonitorSample? _begin;
    private MonitorSample? _end;
    private ByteCounts _wire;
    private TimeSpan _pause;
    private long _allocated;
    private TimeSpan? _tree;
    private MachineStrain? _strain;
    private MachineStrain? _strainAtEnd;
    private Task<(RuntimeCounters? Counters, long Timestamp)> _runtimeBefore = Task.FromResult<(RuntimeCounters?, long)>(default);

    /// <summary>How many the lab may keep busy.</summary>
    public int LabShare { get; init; } = Environment.ProcessorCount;

    /// <summary>Stopwatch ticks; 0 before <see cref="Begin"/>.</summary>
    public long Started => _begin?.Timestamp ?? 0;

    public DateTimeOffset StartedAt => _begin?.Time ?? default;

    /// <summary>The time from begin to end.</summary>
    public TimeSpan Elapsed => _begin is null || _end is null ? TimeSpan.Zero : Stopwatch.GetElapsedTime(_begin.Timestamp, _end.Timestamp);

    public void Begin()
    {
        _runtimeBefore = CountersAsync();
        (_tree, _strain) = (ProcessTree.Cpu(), MachineStrain.Now());
        _wire = wire?.Now ?? default;
        _pause = GC.GetTotalPauseDuration();
        _allocated = GC.GetTotalAllocatedBytes();
        _begin = monitor.Look();
    }

    /// <summary>The first call counts.</summary>
    public void End()
    {
        lock (_ending)
        {
            if (_begin is not null && _end is null)
            {
                _end = monitor.Look();
                (_tree, _strainAtEnd) = (ProcessTree.Cpu() - _tree, MachineStrain.Now());
                _wire = (wire?.Now ?? default) - _wire;
                _pause = GC.GetTotalPauseDuration() - _pause;
                _allocated = GC.GetTotalAllocatedBytes() - _allocated;
            }
        }
    }

    /// <returns>Null when nothing was measured.</returns>
    public async Task<IterationCost?> CostAsync()
    {
        End();
        if (_begin is not { } begin || _end is not { } end)
        {
            return null;
        }

        var samples = monitor.Samples.Where(sample => sample.Timestamp >= begin.Timestamp && sample.Timestamp <= end.Timestamp).ToArray();
        var before = await _runtimeBefore;
        var inTime = Stopwatch.GetElapsedTime(begin.Timestamp, before.Timestamp) < MaxCounterDelay * Elapsed;
        return new IterationCost(
            [.. system.Processes.Select(process => new ProcessCost(process.Name, SpanOf(process, samples)))],
            UsageSpan.Of(Elapsed, [.. samples.Select(sample => sample.Lab)]),
            _pause,
            samples.Max(sample => sample.LabQueue),
            _wire,
            _control is null || !inTime ? null : RuntimeCounters.Difference(before.Counters, await _control.CountersAsync()),
            _control is null ? [] : await _control.PoolAsync())
        {
            LabAllocated = _allocated,
            LabShare = LabShare,
            OtherProcessors = begin.Idle is null ? null
                : MonitorSample.Busy(begin, end, Environment.ProcessorCount) - (_tree ?? MonitorSample.Used(begin, end)) / Elapsed,
            StolenProcessors = (_strainAtEnd?.Stolen - _strain?.Stolen) / Elapsed,
            SwappedPages = _strainAtEnd?.SwappedPages - _strain?.SwappedPages,
            Megahertz = _strainAtEnd?.Megahertz,
        };
    }

    private UsageSpan? SpanOf(IObservedProcess process, IReadOnlyList<MonitorSample> samples) =>
        UsageSpan.Of(Elapsed, [.. samples.Select(sample => sample.Processes.GetValueOrDefault(process.Name))]);

    private async Task<(RuntimeCounters?, long)> CountersAsync()
    {
        if (_control is null)
        {
            return default;
        }

        var counters = await _control.CountersAsync();
        var timestamp = Stopwatch.GetTimestamp();
        await _control.PoolAsync(); // what the pool did before is of no interest
        return (counters, timestamp);
    }
}

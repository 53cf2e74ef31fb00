using Load.Transports;

namespace Load.Monitoring;

/// <summary>What a slot cost on either side.</summary>
/// <param name="Service">Null when the service's process cannot be read.</param>
/// <param name="Lab">The generator's process.</param>
/// <param name="LabPause">How long the lab's garbage collector stopped it.</param>
/// <param name="LabQueue">The most work items that were seen waiting for a thread of the lab's pool.</param>
/// <param name="Wire">Bytes through the lab's sockets, protocol overhead above TCP included.</param>
/// <param name="ServiceRuntime">What the service's own counters say; null when it does not tell.</param>
/// <param name="Pool">The service's thread pool, every few milliseconds; empty unless it was told to watch it.</param>
internal sealed record SlotCost(
    UsageSpan? Service, UsageSpan? Lab, TimeSpan LabPause, long LabQueue, Traffic Wire, RuntimeCounters? ServiceRuntime, IReadOnlyList<PoolSample> Pool)
{
    /// <summary>Processors that were kept busy by neither; null where that is not known.</summary>
    public double? OtherProcessors { get; init; }
}

using Load.Machine;

namespace Load.Measuring;

/// <summary>The cost of an iteration on either side.</summary>
/// <param name="Processes">
/// The processes under test; the first is the one that the table's figures are about. Processes that cannot be read are left out.
/// </param>
/// <param name="Lab">The generator's process.</param>
/// <param name="LabPause">How long the lab's garbage collector stopped it.</param>
/// <param name="LabQueue">The most work items that were seen waiting for a thread of the lab's pool.</param>
/// <param name="Wire">Bytes through the lab's sockets, protocol overhead above TCP included.</param>
/// <param name="ServiceRuntime">The counters of the process under test; null when it does not tell.</param>
/// <param name="Pool">Its thread pool, every few milliseconds; empty unless it was told to watch it.</param>
internal sealed record IterationCost(
    IReadOnlyList<ProcessCost> Processes, UsageSpan? Lab, TimeSpan LabPause, long LabQueue, ByteCounts Wire,
        RuntimeCounters? ServiceRuntime,
    IReadOnlyList<PoolLook> Pool)
{
    /// <summary>The process under test; null when it cannot be read.</summary>
    public UsageSpan? Service => Processes is [var first, ..] ? first.Usage : null;

    /// <summary>On the lab's own managed heap.</summary>
    public long LabAllocated { get; init; }

    /// <summary>How many processors the lab may keep busy.</summary>
    public int LabShare { get; init; } = Environment.ProcessorCount;

    /// <summary>Processors that were kept busy by none of them; null where that is not known.</summary>
    public double? OtherProcessors { get; init; }

    /// <summary>Processors that a hypervisor gave to others meanwhile; null where that is not known.</summary>
    public double? StolenProcessors { get; init; }

    /// <summary>Pages that were swapped meanwhile, either way; null where that is not known.</summary>
    public long? SwappedPages { get; init; }

    /// <summary>The processors' clock at the end; null where that is not known.</summary>
    public double? Megahertz { get; init; }
}

/// <summary>The usage of one process during an iteration.</summary>
/// <param name="Name">See <see cref="IObservedProcess.Name"/>.</param>
/// <param name="Usage">Null when it could not be read at the beginning or the end.</param>
internal sealed record ProcessCost(string Name, UsageSpan? Usage);

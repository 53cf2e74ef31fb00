using Load.Measured;
using Load.Monitoring;
using Load.Suites;

namespace Load.Running;

/// <summary>A suite being measured. Whatever ends it, what was measured is kept.</summary>
internal interface IMeasurement : IAsyncDisposable
{
    /// <summary>Both processes over time; empty when there is only one.</summary>
    IReadOnlyList<MonitorSample> Timeline { get; }

    /// <summary>What the service says it is; null when it does not tell.</summary>
    ServiceFacts? ServiceFacts { get; }

    /// <returns>Why it was cut short; null when it was not.</returns>
    Task<string?> RunAsync(CancellationToken stop);

    /// <summary>In the order of their repeats.</summary>
    IReadOnlyList<Slot> SlotsOf(Cell cell);

    /// <summary>Of the process that measured the cell; null when there was none.</summary>
    IdleUsage? IdleOf(Cell cell);
}

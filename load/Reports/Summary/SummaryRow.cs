using Load.Measured;

namespace Load.Reports.Summary;

/// <summary>One row of the table. Absent figures are null, never 0.</summary>
internal sealed record SummaryRow
{
    public required string Name { get; init; }

    /// <summary>transport, file, size, instances (closed) or rate (open), and those of the service settings.</summary>
    public required IReadOnlyDictionary<string, string> Dimensions { get; init; }

    /// <summary>closed or open.</summary>
    public required string LoadModel { get; init; }

    /// <summary>What the service was started with.</summary>
    public required string ServiceSettings { get; init; }

    public required int Requests { get; init; }

    public required int Failed { get; init; }

    public required int TimedOut { get; init; }

    /// <summary>Of successful requests, per second.</summary>
    public required SummaryEstimate? Rate { get; init; }

    public required double? BytesPerSecond { get; init; }

    public required SummaryLatency Latency { get; init; }

    public required SummaryEstimate? ServiceCpuMicrosecondsPerRequest { get; init; }

    public required SummaryEstimate? ServiceCpuMillisecondsPerGigabyte { get; init; }

    /// <summary>Only in the open model.</summary>
    public required SummaryArrivals? Arrivals { get; init; }

    /// <summary>How many times the p99 of the row it is set against; null for a row that is set against none.</summary>
    public double? TailOfBaseline { get; init; }

    /// <summary>How much of the rate of its ceiling, 1 being all; null for a row without one.</summary>
    public double? RateOfCeiling { get; init; }

    /// <summary>What was promised of the row against its ceiling, and what it kept; null when nothing was.</summary>
    public SummaryBar? Bar { get; init; }

    /// <summary>Null when nobody scraped the service.</summary>
    public SummaryScrapes? Scrapes { get; init; }

    /// <summary>Bytes through the lab's sockets, both ways.</summary>
    public required double? WireBytesPerRequest { get; init; }

    public required long? ServicePeakWorkingSetBytes { get; init; }

    public required int? ServicePeakThreads { get; init; }

    public required int? ServicePeakHandles { get; init; }

    /// <summary>Of the looks at its process.</summary>
    public required double? ServiceMeanThreads { get; init; }

    /// <summary>Of the service's thread pool, as read back from it.</summary>
    public required int? ServiceMinThreads { get; init; }

    /// <summary>Of the service's process, before it was asked anything.</summary>
    public required long? ServiceWorkingSetBytesIdleBefore { get; init; }

    /// <summary>Of the service's process, when all was over.</summary>
    public required long? ServiceWorkingSetBytesIdleAfter { get; init; }

    /// <summary>The most requests that were under way at one moment.</summary>
    public required int MostAtOnce { get; init; }

    /// <summary>On the service's managed heap.</summary>
    public required double? ServiceAllocatedBytesPerRequest { get; init; }

    /// <summary>Collections of generation 0, 1 and 2.</summary>
    public required IReadOnlyList<int>? ServiceCollections { get; init; }

    /// <summary>Processors kept busy, such as 1.3.</summary>
    public required double? ServiceProcessors { get; init; }

    public required double? LabProcessors { get; init; }

    /// <summary>That neither the service nor the lab kept busy.</summary>
    public required double? OtherProcessors { get; init; }

    /// <summary>0 to 1: the share of their time that callers spent in requests.</summary>
    public required double? CallersBusy { get; init; }

    /// <summary>0 to 1: the share of the time in which the lab's garbage collector stopped it.</summary>
    public required double? LabPaused { get; init; }

    /// <summary>The most work items that were seen waiting in the lab's thread pool.</summary>
    public required long? LabQueue { get; init; }

    /// <summary>Why the row says more about the lab than about the service; empty when it does not.</summary>
    public required IReadOnlyList<string> VoidReasons { get; init; }

    public required IReadOnlyList<SummaryRepeat> Repeats { get; init; }

    /// <summary>What went wrong, and how often.</summary>
    public required IReadOnlyDictionary<string, int> Faults { get; init; }

    public static SummaryRow Of(Row row) => new()
    {
        Name = row.Cell.Name,
        Dimensions = row.Cell.Dimensions,
        LoadModel = row.Cell.Load.Model,
        ServiceSettings = row.Cell.Settings.Name,
        Requests = row.Requests,
        Failed = row.Failed,
        TimedOut = row.TimedOut,
        Rate = SummaryEstimate.Of(row.Rate, 1),
        BytesPerSecond = row.BytesPerSecond,
        Latency = SummaryLatency.Of(row.Latencies),
        ServiceCpuMicrosecondsPerRequest = SummaryEstimate.Of(row.ServiceCpuSecondsPerRequest, 1e6),
        ServiceCpuMillisecondsPerGigabyte = SummaryEstimate.Of(row.ServiceCpuSecondsPerGigabyte, 1e3),
        Arrivals = SummaryArrivals.Of(row.Arrivals),
        TailOfBaseline = row.TailOfBaseline?.Value,
        RateOfCeiling = row.RateOfCeiling?.Value,
        Bar = SummaryBar.Of(row),
        Scrapes = SummaryScrapes.Of(row.Scrapes),
        WireBytesPerRequest = row.WireBytesPerRequest,
        ServicePeakWorkingSetBytes = row.ServicePeakWorkingSet,
        ServicePeakThreads = row.ServicePeakThreads,
        ServicePeakHandles = row.ServicePeakHandles,
        ServiceMeanThreads = row.ServiceMeanThreads,
        ServiceMinThreads = row.ServiceMinThreads,
        ServiceWorkingSetBytesIdleBefore = row.Idle?.Before?.WorkingSet,
        ServiceWorkingSetBytesIdleAfter = row.Idle?.After?.WorkingSet,
        MostAtOnce = row.MostAtOnce,
        ServiceAllocatedBytesPerRequest = row.ServiceAllocatedPerRequest,
        ServiceCollections = row.ServiceCollections is { } collections ? [collections.Gen0, collections.Gen1, collections.Gen2] : null,
        ServiceProcessors = row.ServiceProcessors,
        LabProcessors = row.LabProcessors,
        OtherProcessors = row.OtherProcessors,
        CallersBusy = row.CallersBusy,
        LabPaused = row.LabPaused,
        LabQueue = row.LabQueue,
        VoidReasons = row.VoidReasons,
        Repeats = [.. row.Slots.Select(SummaryRepeat.Of)],
        Faults = row.Faults.ToDictionary(),
    };
}

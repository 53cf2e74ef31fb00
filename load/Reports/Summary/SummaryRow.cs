using Load.Results;

namespace Load.Reports.Summary;

/// <summary>One row of the table. Absent figures are null, never 0.</summary>
internal sealed record SummaryRow
{
    public required string Name { get; init; }

    /// <summary>transport, file, size, instances.</summary>
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

    public required double? ServiceCpuMillisecondsPerGigabyte { get; init; }

    /// <summary>Processors kept busy, such as 1.3.</summary>
    public required double? ServiceProcessors { get; init; }

    public required double? LabProcessors { get; init; }

    /// <summary>0 to 1: the share of their time that callers spent in requests.</summary>
    public required double? CallersBusy { get; init; }

    public required IReadOnlyList<SummaryRepeat> Repeats { get; init; }

    /// <summary>What went wrong, and how often.</summary>
    public required IReadOnlyDictionary<string, int> Faults { get; init; }

    public static SummaryRow Of(Row row) => new()
    {
        Name = row.Cell.Name,
        Dimensions = row.Cell.Dimensions,
        LoadModel = row.Cell.LoadModel,
        ServiceSettings = row.Cell.Settings.Name,
        Requests = row.Requests,
        Failed = row.Failed,
        TimedOut = row.TimedOut,
        Rate = SummaryEstimate.Of(row.Rate, 1),
        BytesPerSecond = row.BytesPerSecond,
        Latency = SummaryLatency.Of(row.Latencies),
        ServiceCpuMicrosecondsPerRequest = SummaryEstimate.Of(row.ServiceCpuSecondsPerRequest, 1e6),
        ServiceCpuMillisecondsPerGigabyte = row.ServiceCpuSecondsPerGigabyte * 1e3,
        ServiceProcessors = row.ServiceProcessors,
        LabProcessors = row.LabProcessors,
        CallersBusy = row.CallersBusy,
        Repeats = [.. row.Slots.Select(SummaryRepeat.Of)],
        Faults = row.Faults.ToDictionary(),
    };
}

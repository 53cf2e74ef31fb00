using System.Text.Json.Serialization;
using Load.Measuring;

namespace Load.Results.Summary;

/// <summary>One row of the table. Absent figures are null, never 0.</summary>
internal sealed record SummaryRow
{
    private const string ClosedModel = "closed";
    private const string CountedModel = "counted";

    public required string Name { get; init; }

    /// <summary>
    /// The row's dimensions: for the analyzer transport, file, size, instances (closed) or rate (open), and its settings.
    /// </summary>
    public required IReadOnlyDictionary<string, string> Dimensions { get; init; }

    /// <summary>The unit that is counted; absent in files of older labs, which knew requests only.</summary>
    public string Unit { get => field ?? Measuring.Unit.Request.Name; init; }

    /// <summary>The short form, for the heads of columns.</summary>
    public string UnitSymbol { get => field ?? Measuring.Unit.Request.Symbol; init; }

    /// <summary>closed or open; counted where no requests were timed.</summary>
    public required string LoadModel { get; init; }

    /// <summary>The settings that the system under test was started with.</summary>
    public required string ServiceSettings { get; init; }

    /// <summary>Units of work, whatever became of them.</summary>
    [JsonPropertyName("requests")]
    public required long Units { get; init; }

    public required long Failed { get; init; }

    public required long TimedOut { get; init; }

    /// <summary>Absent where nothing was refused, and in files of older labs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SummaryRefusals? Refusals { get; init; }

    /// <summary>Work done per second.</summary>
    public required SummaryEstimate? Rate { get; init; }

    public required double? BytesPerSecond { get; init; }

    public required SummaryLatency Latency { get; init; }

    [JsonPropertyName("serviceCpuMicrosecondsPerRequest")]
    public required SummaryEstimate? ServiceCpuMicrosecondsPerUnit { get; init; }

    /// <summary>The generator's own; absent in files of older labs.</summary>
    public SummaryEstimate? LabCpuMicrosecondsPerUnit { get; init; }

    public required SummaryEstimate? ServiceCpuMillisecondsPerGigabyte { get; init; }

    /// <summary>Only in the open model.</summary>
    public required SummaryArrivals? Arrivals { get; init; }

    /// <summary>How many times the p99 of the row it is set against; null for a row that is set against none.</summary>
    public double? TailOfBaseline { get; init; }

    /// <summary>How much of the rate of its ceiling, 1 being all; null for a row without one.</summary>
    public double? RateOfCeiling { get; init; }

    /// <summary>The promise about the row against its ceiling, and whether it was kept; null when nothing was promised.</summary>
    public SummaryBar? Bar { get; init; }

    /// <summary>Whether it is one of the rates among which a knee was looked for.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsRung { get; init; }

    /// <summary>Whether it is a step of a mix, measured together with others: processes have no figures of it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsStep { get; init; }

    /// <summary>Name of the row that this one cannot be faster than; absent when there is none, and in files of older labs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Ceiling { get; init; }

    /// <summary>Name of the row that its p99 is set against; absent like the ceiling.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Baseline { get; init; }

    /// <summary>The promise about its p99; absent when nothing was promised, and in files of older labs.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SummaryTailBar? TailBar { get; init; }

    /// <summary>Null when the service was not scraped.</summary>
    public SummaryScrapes? Scrapes { get; init; }

    /// <summary>Bytes through the lab's sockets, both ways.</summary>
    [JsonPropertyName("wireBytesPerRequest")]
    public required double? WireBytesPerUnit { get; init; }

    public required long? ServicePeakWorkingSetBytes { get; init; }

    public required int? ServicePeakThreads { get; init; }

    public required int? ServicePeakHandles { get; init; }

    /// <summary>Mean over the looks at the process under test.</summary>
    public required double? ServiceMeanThreads { get; init; }

    /// <summary>The minimum of the thread pool under test, as read back from it.</summary>
    public required int? ServiceMinThreads { get; init; }

    /// <summary>The working set of the process under test before its first request.</summary>
    public required long? ServiceWorkingSetBytesIdleBefore { get; init; }

    /// <summary>The same after the last request.</summary>
    public required long? ServiceWorkingSetBytesIdleAfter { get; init; }

    /// <summary>The most requests that were under way at one moment.</summary>
    [JsonPropertyName("mostAtOnce")]
    public required int MaxAtOnce { get; init; }

    /// <summary>On the managed heap of the process under test.</summary>
    [JsonPropertyName("serviceAllocatedBytesPerRequest")]
    public required double? ServiceAllocatedBytesPerUnit { get; init; }

    /// <summary>Collections of generation 0, 1 and 2.</summary>
    public required IReadOnlyList<int>? ServiceCollections { get; init; }

    /// <summary>Processors kept busy, such as 1.3.</summary>
    public required double? ServiceProcessors { get; init; }

    public required double? LabProcessors { get; init; }

    /// <summary>Processors that neither the system under test nor the lab kept busy.</summary>
    public required double? OtherProcessors { get; init; }

    /// <summary>0 to 1: the share of their time that callers spent in requests.</summary>
    public required double? CallersBusy { get; init; }

    /// <summary>0 to 1: the share of the time in which the lab's garbage collector stopped it.</summary>
    public required double? LabPaused { get; init; }

    /// <summary>On the lab's own managed heap; absent in files of older labs.</summary>
    [JsonPropertyName("labAllocatedBytesPerRequest")]
    public double? LabAllocatedBytesPerUnit { get; init; }

    /// <summary>The most work items that were seen waiting in the lab's thread pool.</summary>
    public required long? LabQueue { get; init; }

    /// <summary>Figures that the system adds to work that is counted; absent where it adds none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, SummaryEstimate>? Figures { get; init; }

    /// <summary>Why the row says more about the lab than about the service; empty when it does not.</summary>
    [JsonPropertyName("voidReasons")]
    public required IReadOnlyList<string> InvalidReasons { get; init; }

    public required IReadOnlyList<SummaryRepeat> Repeats { get; init; }

    /// <summary>The faults, and how often each occurred.</summary>
    public required IReadOnlyDictionary<string, int> Faults { get; init; }

    public static SummaryRow Of(CaseResult row) => new()
    {
        Name = row.Case.Name,
        Dimensions = row.Case.Dimensions.ToDictionary(dimension => dimension.Name, dimension => dimension.Value),
        Unit = row.Case.Unit.Name,
        UnitSymbol = row.Case.Unit.Symbol,
        LoadModel = row.IsTimed ? row.Case.Load?.Model ?? ClosedModel : CountedModel,
        ServiceSettings = row.Case.Setup.Name,
        Units = row.Units,
        Failed = row.Failed,
        TimedOut = row.TimedOut,
        Refusals = SummaryRefusals.Of(row),
        Rate = SummaryEstimate.Of(row.Rate, 1),
        BytesPerSecond = row.BytesPerSecond,
        Latency = SummaryLatency.Of(row.Latencies),
        ServiceCpuMicrosecondsPerUnit = SummaryEstimate.Of(row.ServiceCpuSecondsPerUnit, 1e6),
        LabCpuMicrosecondsPerUnit = SummaryEstimate.Of(row.LabCpuSecondsPerUnit, 1e6),
        ServiceCpuMillisecondsPerGigabyte = SummaryEstimate.Of(row.ServiceCpuSecondsPerGigabyte, 1e3),
        Arrivals = SummaryArrivals.Of(row.Arrivals),
        TailOfBaseline = row.TailOfBaseline?.Value,
        RateOfCeiling = row.RateOfCeiling?.Value,
        Bar = SummaryBar.Of(row),
        IsRung = row.Case.IsRung,
        IsStep = row.Case.StepNumber > 0,
        Ceiling = row.Ceiling?.Case.Name,
        Baseline = row.Baseline?.Case.Name,
        TailBar = row is { Case.MaxOfBaseline: { } max, TailOfBaseline: { } tail } ? new(max, SummaryRatio.Of(tail)!) : null,
        Scrapes = SummaryScrapes.Of(row.Scrapes),
        WireBytesPerUnit = row.WireBytesPerUnit,
        ServicePeakWorkingSetBytes = row.ServicePeakWorkingSet,
        ServicePeakThreads = row.ServicePeakThreads,
        ServicePeakHandles = row.ServicePeakHandles,
        ServiceMeanThreads = row.ServiceMeanThreads,
        ServiceMinThreads = row.ServiceMinThreads,
        ServiceWorkingSetBytesIdleBefore = row.Idle?.Before?.WorkingSet,
        ServiceWorkingSetBytesIdleAfter = row.Idle?.After?.WorkingSet,
        MaxAtOnce = row.MaxAtOnce,
        ServiceAllocatedBytesPerUnit = row.ServiceAllocatedPerUnit,
        ServiceCollections = row.ServiceCollections is { } collections ? [collections.Gen0, collections.Gen1, collections.Gen2] : null,
        ServiceProcessors = row.ServiceProcessors,
        LabProcessors = row.LabProcessors,
        OtherProcessors = row.OtherProcessors,
        CallersBusy = row.CallersBusy,
        LabPaused = row.LabPaused,
        LabAllocatedBytesPerUnit = row.LabAllocatedPerUnit,
        LabQueue = row.LabQueue,
        Figures = row.FigureNames.Count == 0
            ? null
            : row.FigureNames.ToDictionary(name => name, name => SummaryEstimate.Of(row.Figure(name), 1)!),
        InvalidReasons = row.InvalidReasons,
        Repeats = [.. row.Iterations.Select(iteration => SummaryRepeat.Of(row.Case, iteration))],
        Faults = row.Faults.ToDictionary(),
    };
}

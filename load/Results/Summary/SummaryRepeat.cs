using System.Text.Json.Serialization;
using Load.Measuring;

namespace Load.Results.Summary;

/// <summary>One iteration of a row: what a comparison of two runs counts with.</summary>
internal sealed record SummaryRepeat
{
    public required int Repeat { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required double Seconds { get; init; }

    /// <summary>Units of work, whatever became of them; requests, unless the row says otherwise.</summary>
    [JsonPropertyName("requests")]
    public required long Units { get; init; }

    public required long Failed { get; init; }

    public required long TimedOut { get; init; }

    /// <summary>Neither done nor failed; absent in files of older labs.</summary>
    public long Refused { get; init; }

    public required double Rate { get; init; }

    public required double? MeanMs { get; init; }

    public required double? P50Ms { get; init; }

    public double? P95Ms { get; init; }

    public required double? P99Ms { get; init; }

    public required double? ServiceCpuMs { get; init; }

    public required double? LabCpuMs { get; init; }

    /// <summary>CPU by process, where there are several; the one under test is first and counted above, too.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, double>? ProcessCpuMs { get; init; }

    /// <summary>On the managed heap of the process under test.</summary>
    public long? ServiceAllocatedBytes { get; init; }

    /// <summary>Right answers per second that came in time; absent where requests were not due at a time.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? GoodRate { get; init; }

    /// <summary>Processors that other programs kept busy; absent where that is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? OtherProcessors { get; init; }

    /// <summary>Processors that a hypervisor gave to others; absent where that is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? StolenProcessors { get; init; }

    /// <summary>Pages that were swapped; absent where that is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? SwappedPages { get; init; }

    /// <summary>The processors' clock; absent where that is not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Megahertz { get; init; }

    /// <param name="measured">The row.</param>
    /// <param name="iteration">The repeat.</param>
    public static SummaryRepeat Of(Case measured, Iteration iteration)
    {
        var work = iteration.Work;
        return new SummaryRepeat
        {
            Repeat = iteration.Repeat,
            StartedAt = iteration.StartedAt,
            Seconds = iteration.Window.TotalSeconds,
            Units = work.Total,
            Failed = work.Failed + work.Wrong,
            TimedOut = work.TimedOut,
            Refused = work.Refused,
            Rate = iteration.Rate,
            GoodRate = measured.StepNumber > 0 || measured.Load?.PlanOver(iteration.Window) is null
                ? null : new Arrivals(measured.Load, [iteration]).Goodput?.Mean,
            MeanMs = iteration.MeanLatency?.TotalMilliseconds,
            P50Ms = iteration.Percentile(0.5)?.TotalMilliseconds,
            P95Ms = iteration.Percentile(0.95)?.TotalMilliseconds,
            P99Ms = iteration.Percentile(0.99)?.TotalMilliseconds,
            ServiceCpuMs = iteration.Cost?.Service?.Cpu.TotalMilliseconds,
            LabCpuMs = iteration.Cost?.Lab?.Cpu.TotalMilliseconds,
            ProcessCpuMs = iteration.Cost is { Processes.Count: > 1 } cost
                ? cost.Processes.Where(process => process.Usage is not null)
                    .ToDictionary(process => process.Name, process => process.Usage!.Cpu.TotalMilliseconds)
                : null,
            OtherProcessors = iteration.Cost?.OtherProcessors,
            StolenProcessors = iteration.Cost?.StolenProcessors,
            SwappedPages = iteration.Cost?.SwappedPages,
            Megahertz = iteration.Cost?.Megahertz,
            ServiceAllocatedBytes = iteration.Cost?.ServiceRuntime?.AllocatedBytes,
        };
    }
}

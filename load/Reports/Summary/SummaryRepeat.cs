using Load.Measured;
using Load.Recording;
using Load.Statistics;

namespace Load.Reports.Summary;

/// <summary>One slot of a row: what a comparison of two runs counts with.</summary>
internal sealed record SummaryRepeat
{
    public required int Repeat { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required double Seconds { get; init; }

    public required int Requests { get; init; }

    public required int Failed { get; init; }

    public required int TimedOut { get; init; }

    public required double Rate { get; init; }

    public required double? MeanMs { get; init; }

    public required double? P50Ms { get; init; }

    public double? P95Ms { get; init; }

    public required double? P99Ms { get; init; }

    public required double? ServiceCpuMs { get; init; }

    public required double? LabCpuMs { get; init; }

    /// <summary>On the service's managed heap.</summary>
    public long? ServiceAllocatedBytes { get; init; }

    public static SummaryRepeat Of(Slot slot)
    {
        var latencies = new Latencies(slot.Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency));
        return new SummaryRepeat
        {
            Repeat = slot.Repeat,
            StartedAt = slot.StartedAt,
            Seconds = slot.Window.TotalSeconds,
            Requests = slot.Samples.Count,
            Failed = slot.Samples.Count(sample => sample.Outcome is Outcome.Failed or Outcome.Wrong),
            TimedOut = slot.Samples.Count(sample => sample.Outcome == Outcome.TimedOut),
            Rate = slot.Rate,
            MeanMs = latencies.Mean?.TotalMilliseconds,
            P50Ms = latencies.At(0.5)?.Value.TotalMilliseconds,
            P95Ms = latencies.At(0.95)?.Value.TotalMilliseconds,
            P99Ms = latencies.At(0.99)?.Value.TotalMilliseconds,
            ServiceCpuMs = slot.Cost?.Service?.Cpu.TotalMilliseconds,
            LabCpuMs = slot.Cost?.Lab?.Cpu.TotalMilliseconds,
            ServiceAllocatedBytes = slot.Cost?.ServiceRuntime?.AllocatedBytes,
        };
    }
}

using System.Diagnostics;
using Load.Monitoring;
using Load.Recording;
using Load.Statistics;
using Load.Suites;

namespace Load.Measured;

/// <summary>A row of the table: a cell and what its slots gave. Every output reads its figures here.</summary>
internal sealed class Row
{
    private const double BytesPerGigabyte = 1e9;

    /// <param name="cell">What was measured.</param>
    /// <param name="bytesPerRequest">File data that a request carries, on average; 0 when it carries none.</param>
    /// <param name="slots">In the order of their repeats.</param>
    public Row(Cell cell, double bytesPerRequest, IReadOnlyList<Slot> slots)
    {
        (Cell, BytesPerRequest, Slots) = (cell, bytesPerRequest, slots);
        var samples = slots.SelectMany(slot => slot.Samples).ToArray();
        Latencies = new Latencies(samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency));
        Arrivals = cell.Load is LoadShape.Open open ? new Arrivals(open.PerSecond, slots) : null;
        Requests = samples.Length;
        Failed = samples.Count(sample => sample.Outcome is Outcome.Failed or Outcome.Wrong);
        TimedOut = samples.Count(sample => sample.Outcome == Outcome.TimedOut);
        Wrong = samples.Count(sample => sample.Outcome == Outcome.Wrong);
        Rate = Estimate.Of([.. slots.Select(slot => slot.Rate)]);
        ServiceCpuSecondsPerRequest = Estimate.Of([.. slots.Select(slot => slot.ServiceCpuPerRequest).OfType<TimeSpan>().Select(cpu => cpu.TotalSeconds)]);
        MeanLatency = Estimate.Of([.. slots.Select(slot => slot.MeanLatency).OfType<TimeSpan>().Select(mean => mean.TotalMilliseconds)]);
        VoidReasons = Judgement.Of(this);
    }

    public Cell Cell { get; }

    public double BytesPerRequest { get; }

    public IReadOnlyList<Slot> Slots { get; }

    public int Requests { get; }

    /// <summary>Refused, broken off, or answered wrongly.</summary>
    public int Failed { get; }

    public int TimedOut { get; }

    /// <summary>Those of <see cref="Failed"/> that were answered, and wrongly.</summary>
    public int Wrong { get; }

    /// <summary>The row that this one cannot be faster than; null when there is none.</summary>
    public Row? Ceiling { get; init; }

    /// <summary>What its service process used before the first request and when all was over; null when that is not known.</summary>
    public IdleUsage? Idle { get; init; }

    /// <summary>The row whose tail this one's is set against; null when there is none.</summary>
    public Row? Baseline { get; init; }

    /// <summary>How many times its baseline's p99 the row has.</summary>
    public Ratio? TailOfBaseline => Baseline is { } baseline ? RatioTo(baseline, slot => slot.Percentile(0.99)?.TotalSeconds) : null;

    /// <summary>How much of its ceiling's rate the row has.</summary>
    public Ratio? RateOfCeiling => Ceiling is { } ceiling ? RatioTo(ceiling, slot => slot.Rate) : null;

    /// <summary>How many times its ceiling's service CPU per request the row takes.</summary>
    public Ratio? CpuOfCeiling => Ceiling is { } ceiling ? RatioTo(ceiling, slot => slot.ServiceCpuPerRequest?.TotalSeconds) : null;

    /// <summary>Of the service's metrics, while the row was measured; null when nobody scraped.</summary>
    public Scrapes? Scrapes => Measured.Scrapes.Of(Slots);

    /// <summary>The most requests that were under way at one moment.</summary>
    public int MostAtOnce => Slots.Select(slot => slot.MostAtOnce).DefaultIfEmpty().Max();

    public double? ServiceMeanThreads => Mean(cost => cost.Service?.MeanThreads);

    /// <summary>Of successful requests, from sending to the answer having been read (service time).</summary>
    public Latencies Latencies { get; }

    /// <summary>Milliseconds: the mean of each repeat, and how it varies over them.</summary>
    public Estimate? MeanLatency { get; }

    /// <summary>Only in the open model.</summary>
    public Arrivals? Arrivals { get; }

    /// <summary>Successful requests per second.</summary>
    public Estimate? Rate { get; }

    /// <summary>File data per second in bytes; null for requests that carry none.</summary>
    public double? BytesPerSecond => BytesPerRequest > 0 ? Rate?.Mean * BytesPerRequest : null;

    public Estimate? ServiceCpuSecondsPerRequest { get; }

    /// <summary>Null for requests that carry no file.</summary>
    public Estimate? ServiceCpuSecondsPerGigabyte =>
        BytesPerRequest > 0 && ServiceCpuSecondsPerRequest is { } cpu ? cpu.Times(BytesPerGigabyte / BytesPerRequest) : null;

    /// <summary>Processors that the service kept busy.</summary>
    public double? ServiceProcessors => Mean(cost => cost.Service?.Processors);

    /// <summary>Bytes, the largest that was seen.</summary>
    public long? ServicePeakWorkingSet => Costs.Max(cost => cost.Service?.PeakWorkingSet);

    public int? ServicePeakThreads => Costs.Max(cost => cost.Service?.PeakThreads);

    public int? ServicePeakHandles => Costs.Max(cost => cost.Service?.PeakHandles);

    /// <summary>On the service's managed heap, per request.</summary>
    public double? ServiceAllocatedPerRequest => PerRequest(cost => cost.ServiceRuntime?.AllocatedBytes);

    /// <summary>Collections of the service, by generation.</summary>
    public (int Gen0, int Gen1, int Gen2)? ServiceCollections => Costs.Any(cost => cost.ServiceRuntime is null) ? null : (
        Costs.Sum(cost => cost.ServiceRuntime!.Gen0Collections),
        Costs.Sum(cost => cost.ServiceRuntime!.Gen1Collections),
        Costs.Sum(cost => cost.ServiceRuntime!.Gen2Collections));

    /// <summary>Of the service's thread pool, as read back from it.</summary>
    public int? ServiceMinThreads => Costs.Select(cost => cost.ServiceRuntime?.MinWorkerThreads).LastOrDefault();

    /// <summary>The service's thread pool in all slots; empty unless it was watched.</summary>
    public IEnumerable<PoolSample> PoolSamples => Slots.SelectMany(slot => slot.Pool);

    /// <summary>Through the lab's sockets, both ways, per request.</summary>
    public double? WireBytesPerRequest => PerRequest(cost => cost.Wire.Total);

    /// <summary>Processors that the lab kept busy.</summary>
    public double? LabProcessors => Mean(cost => cost.Lab?.Processors);

    /// <summary>Requests per second that the row could have if service and lab kept every processor busy; null when that is not known.</summary>
    public double? RateOnFullMachine => Rate?.Mean * Environment.ProcessorCount / (ServiceProcessors + LabProcessors);

    /// <summary>The lab did it by itself: what the service took meanwhile says nothing.</summary>
    public bool IsLabOnly => Cell.Operation.IsLabOnly;

    /// <summary>Processors that others on the machine kept busy meanwhile.</summary>
    public double? OtherProcessors => Mean(cost => cost.OtherProcessors) is { } others ? Math.Max(0, others) : null;

    /// <summary>The share of the time in which the lab's garbage collector stopped it.</summary>
    public double? LabPaused => Mean(cost => cost.Lab is { Elapsed.Ticks: > 0 } lab ? cost.LabPause / lab.Elapsed : null);

    /// <summary>The most work items that were seen waiting in the lab's pool.</summary>
    public long? LabQueue => Costs.Count == 0 ? null : Costs.Max(cost => cost.LabQueue);

    /// <summary>
    /// The share of their time that callers spent in requests. The rest is the lab's own work between two requests, so far below 1 it is the lab
    /// that limits the rate. Null in the open model, which has no callers.
    /// </summary>
    public double? CallersBusy => Cell.Load is LoadShape.Closed closed && Slots.Count > 0
        ? Slots.Average(slot => slot.Samples.Sum(sample => (double)Math.Max(0, Math.Min(sample.Latency, WindowEnd(slot) - sample.Start))) /
            (closed.Callers * slot.Window.TotalSeconds * Stopwatch.Frequency))
        : null;

    /// <summary>Why the row says more about the lab than about the service; empty when it does not.</summary>
    public IReadOnlyList<string> VoidReasons { get; }

    public IEnumerable<KeyValuePair<string, int>> Faults => Slots.SelectMany(slot => slot.Faults)
        .GroupBy(fault => fault.Key, (fault, counts) => KeyValuePair.Create(fault, counts.Sum(count => count.Value)))
        .OrderByDescending(fault => fault.Value);

    /// <summary>How many times the other row's figure this one has, repeat by repeat.</summary>
    /// <param name="baseline">Measured beside it.</param>
    /// <param name="figure">Of a slot; null when it has none.</param>
    public Ratio? RatioTo(Row baseline, Func<Slot, double?> figure)
    {
        var pairs = baseline.Slots.Join(Slots, slot => slot.Repeat, slot => slot.Repeat, (a, b) => (Theirs: figure(a), Ours: figure(b)))
            .Where(pair => pair is { Theirs: not null, Ours: not null }).ToArray();
        return Ratio.OfPairs([.. pairs.Select(pair => pair.Theirs!.Value)], [.. pairs.Select(pair => pair.Ours!.Value)]);
    }

    private IReadOnlyList<SlotCost> Costs => [.. Slots.Select(slot => slot.Cost).OfType<SlotCost>()];

    private static long WindowEnd(Slot slot) => slot.Started + (long)(slot.Window.TotalSeconds * Stopwatch.Frequency);

    private double? Mean(Func<SlotCost, double?> figure) =>
        Costs.Select(figure).OfType<double>().ToArray() is { Length: > 0 } values ? values.Average() : null;

    private double? PerRequest(Func<SlotCost, long?> figure) =>
        Requests > 0 && Costs.Select(figure).ToArray() is { Length: > 0 } values && values.All(value => value is not null) ? (double)values.Sum()! / Requests : null;
}

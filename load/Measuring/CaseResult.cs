using System.Diagnostics;
using Load.Machine;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>
/// A row of the table: a case and what its iterations gave, either requests timed one by one or work counted over spans of time. Every
/// output reads its figures here.
/// </summary>
internal sealed class CaseResult
{
    private const double BytesPerGigabyte = 1e9;

    private readonly IReadOnlyList<string> _reasons;

    /// <param name="measured">The case that was measured.</param>
    /// <param name="iterations">In the order of their repeats.</param>
    public CaseResult(Case measured, IReadOnlyList<Iteration> iterations)
    {
        (Case, Iterations) = (measured, iterations);
        Latencies = new Latencies(
            iterations.SelectMany(iteration => iteration.Samples).Where(sample => sample.Outcome == Outcome.Ok)
                .Select(sample => sample.Latency));
        RefusalLatencies = new Latencies(
            iterations.SelectMany(iteration => iteration.Samples).Where(sample => sample.Outcome == Outcome.Refused)
                .Select(sample => sample.Latency));
        Arrivals = measured.StepNumber > 0 || measured.Load?.PlanOver(TimeSpan.FromSeconds(1)) is null
            ? null : new Arrivals(measured.Load, iterations);
        var work = iterations.Select(iteration => iteration.Work).ToArray();
        Units = work.Sum(count => count.Total);
        Done = work.Sum(count => count.Done);
        Failed = work.Sum(count => count.Failed + count.Wrong);
        TimedOut = work.Sum(count => count.TimedOut);
        Wrong = work.Sum(count => count.Wrong);
        Refused = work.Sum(count => count.Refused);
        Rate = Estimate.Of([.. iterations.Select(iteration => iteration.Rate)]);
        ServiceCpuSecondsPerUnit = EstimateOf(iteration => iteration.ServiceCpuSecondsPerUnit);
        LabCpuSecondsPerUnit = EstimateOf(iteration => iteration.LabCpuSecondsPerUnit);
        MeanLatency = EstimateOf(iteration => iteration.MeanLatency?.TotalMilliseconds);
        _reasons = Validity.ReasonsAgainst(this);
    }

    public Case Case { get; }

    public IReadOnlyList<Iteration> Iterations { get; }

    /// <summary>Whether requests were timed one by one; otherwise work was counted.</summary>
    public bool IsTimed => Case.Source is not CountSource.Counter;

    /// <summary>Units of work, such as requests, whatever became of them.</summary>
    public long Units { get; }

    /// <summary>Units of work that were done rightly.</summary>
    public long Done { get; }

    /// <summary>The units that were broken off or answered wrongly.</summary>
    public long Failed { get; }

    public long TimedOut { get; }

    /// <summary>The part of <see cref="Failed"/> that was answered, but wrongly.</summary>
    public long Wrong { get; }

    /// <summary>The units that an overloaded service refused: neither done nor failed.</summary>
    public long Refused { get; }

    /// <summary>The answers that refused requests got, and their numbers.</summary>
    public IEnumerable<KeyValuePair<string, int>> Refusals => Sum(iteration => iteration.Refusals);

    /// <summary>The latencies of refusals.</summary>
    public Latencies RefusalLatencies { get; }

    /// <summary>Whether anything went wrong.</summary>
    public bool HasFailures => Failed + TimedOut > 0;

    /// <summary>The row that this one cannot be faster than; null when there is none.</summary>
    public CaseResult? Ceiling { get; init; }

    /// <summary>The row whose tail this one's is set against; null when there is none.</summary>
    public CaseResult? Baseline { get; init; }

    /// <summary>The usage of the process under test before the first request and when all was over; null when that is not known.</summary>
    public IdleUsage? Idle { get; init; }

    /// <summary>How many times its baseline's p99 the row has.</summary>
    public Ratio? TailOfBaseline =>
        Baseline is { } baseline ? RatioTo(baseline, iteration => iteration.Percentile(0.99)?.TotalSeconds) : null;

    /// <summary>How much of its ceiling's rate the row has.</summary>
    public Ratio? RateOfCeiling => Ceiling is { } ceiling ? RatioTo(ceiling, iteration => iteration.Rate) : null;

    /// <summary>How many times its ceiling's CPU per unit the row takes.</summary>
    public Ratio? CpuOfCeiling =>
        Ceiling is { } ceiling ? RatioTo(ceiling, iteration => iteration.ServiceCpuSecondsPerUnit) : null;

    /// <summary>The scrapes of metrics during the row; null when there were none.</summary>
    public Scrapes? Scrapes => Case.Scraping is { } scraping ? Measuring.Scrapes.Of(scraping, Iterations) : null;

    /// <summary>The most requests that were under way at one moment.</summary>
    public int MaxAtOnce => Iterations.Select(iteration => iteration.MaxAtOnce).DefaultIfEmpty().Max();

    /// <summary>Times of successful requests, from sending to the answer having been read (service time).</summary>
    public Latencies Latencies { get; }

    /// <summary>Milliseconds: the mean of each repeat, and how it varies over them.</summary>
    public Estimate? MeanLatency { get; }

    /// <summary>Only in the open model.</summary>
    public Arrivals? Arrivals { get; }

    /// <summary>Work done per second.</summary>
    public Estimate? Rate { get; }

    /// <summary>Data per second in bytes; null for work that carries none.</summary>
    public double? BytesPerSecond => Case.BytesPerUnit > 0 ? Rate?.Mean * Case.BytesPerUnit : null;

    public Estimate? ServiceCpuSecondsPerUnit { get; }

    /// <summary>The generator's own.</summary>
    public Estimate? LabCpuSecondsPerUnit { get; }

    /// <summary>Null for work that carries no data.</summary>
    public Estimate? ServiceCpuSecondsPerGigabyte =>
        Case.BytesPerUnit > 0 && ServiceCpuSecondsPerUnit is { } cpu ? cpu.Times(BytesPerGigabyte / Case.BytesPerUnit) : null;

    /// <summary>Processors that the process under test kept busy.</summary>
    public double? ServiceProcessors => Mean(cost => cost.Service?.Processors);

    /// <summary>Bytes, the largest that was seen.</summary>
    public long? ServicePeakWorkingSet => Costs.Max(cost => cost.Service?.PeakWorkingSet);

    public int? ServicePeakThreads => Costs.Max(cost => cost.Service?.PeakThreads);

    public int? ServicePeakHandles => Costs.Max(cost => cost.Service?.PeakHandles);

    public double? ServiceMeanThreads => Mean(cost => cost.Service?.MeanThreads);

    /// <summary>On the managed heap of the process under test, per unit of work.</summary>
    public double? ServiceAllocatedPerUnit => PerUnit(cost => cost.ServiceRuntime?.AllocatedBytes);

    /// <summary>Collections of the process under test, by generation.</summary>
    public (int Gen0, int Gen1, int Gen2)? ServiceCollections => Costs.Any(cost => cost.ServiceRuntime is null) ? null : (
        Costs.Sum(cost => cost.ServiceRuntime!.Gen0Collections),
        Costs.Sum(cost => cost.ServiceRuntime!.Gen1Collections),
        Costs.Sum(cost => cost.ServiceRuntime!.Gen2Collections));

    /// <summary>The minimum of the thread pool under test, as read back from it.</summary>
    public int? ServiceMinThreads => Costs.Select(cost => cost.ServiceRuntime?.MinWorkerThreads).LastOrDefault();

    /// <summary>The thread pool under test in all iterations; empty unless it was watched.</summary>
    public IEnumerable<PoolLook> Pool => Iterations.SelectMany(iteration => iteration.Pool);

    /// <summary>The processes under test by name, in the order that their system gives them.</summary>
    public IReadOnlyList<string> Processes => [.. Costs.SelectMany(cost => cost.Processes).Select(process => process.Name).Distinct()];

    /// <summary>Through the lab's sockets, both ways, per unit of work.</summary>
    public double? WireBytesPerUnit => PerUnit(cost => cost.Wire.Total);

    /// <summary>Processors that the lab kept busy.</summary>
    public double? LabProcessors => Mean(cost => cost.Lab?.Processors);

    /// <summary>The processors there are: all of the machine's, unless lab and system have their own.</summary>
    public int LabShare => Costs is [var first, ..] ? first.LabShare : Environment.ProcessorCount;

    /// <summary>The rate that the row could have if service and lab kept every processor busy; null when that is not known.</summary>
    public double? RateOnFullMachine => Rate?.Mean * Environment.ProcessorCount / (ServiceProcessors + LabProcessors);

    /// <summary>Processors that other programs on the machine kept busy during the row.</summary>
    public double? OtherProcessors => Mean(cost => cost.OtherProcessors) is { } others ? Math.Max(0, others) : null;

    /// <summary>Processors that a hypervisor gave to other machines.</summary>
    public double? StolenProcessors => Mean(cost => cost.StolenProcessors);

    /// <summary>Pages that were swapped, all repeats together.</summary>
    public long SwappedPages => Costs.Sum(cost => cost.SwappedPages ?? 0);

    /// <summary>The share of the time in which the lab's garbage collector stopped it.</summary>
    public double? LabPaused => Mean(cost => cost.Lab is { Elapsed.Ticks: > 0 } lab ? cost.LabPause / lab.Elapsed : null);

    /// <summary>On the lab's own managed heap, per unit of work.</summary>
    public double? LabAllocatedPerUnit => PerUnit(cost => cost.LabAllocated);

    /// <summary>The most work items that were seen waiting in the lab's pool.</summary>
    public long? LabQueue => Costs.Count == 0 ? null : Costs.Max(cost => cost.LabQueue);

    /// <summary>
    /// The share of their time that callers spent in requests. The rest is the lab's own work between two requests, so far below 1 it is
    /// the lab that limits the rate. Null where there are no callers.
    /// </summary>
    public double? CallersBusy => Case is { StepNumber: 0, Load: LoadShape.Closed { Think.Ticks: 0 } closed } && Iterations.Count > 0
        ? Iterations.Average(iteration => BusySeconds(iteration) / (closed.Callers * iteration.Window.TotalSeconds))
        : null;

    /// <summary>Why the row says more about the lab than about the system under test; empty when it does not.</summary>
    public IReadOnlyList<string> InvalidReasons => Whole is not null ? Whole.InvalidReasons
        : Broken is null ? _reasons : [Broken, .. _reasons];

    /// <summary>
    /// Why it could not be measured, or not to its end: a process of the lab's own ended, or did not start. Null when it could.
    /// </summary>
    public string? Broken { get; init; }

    /// <summary>The row of the mix of which this one is a step, and with which it is valid or void; null when it is none.</summary>
    public CaseResult? Whole { get; init; }

    public bool IsValid => InvalidReasons.Count == 0;

    public IEnumerable<KeyValuePair<string, int>> Faults => Sum(iteration => iteration.Work.Faults);

    /// <summary>How many times the other row's figure this one has, repeat by repeat.</summary>
    /// <param name="baseline">Measured beside it.</param>
    /// <param name="figure">The iteration's figure, or null.</param>
    public Ratio? RatioTo(CaseResult baseline, Func<Iteration, double?> figure)
    {
        var pairs = baseline.Iterations
            .Join(Iterations, iteration => iteration.Repeat, iteration => iteration.Repeat, (a, b) => (Theirs: figure(a), Ours: figure(b)))
            .Where(pair => pair is { Theirs: not null, Ours: not null }).ToArray();
        return Ratio.OfPairs([.. pairs.Select(pair => pair.Theirs!.Value)], [.. pairs.Select(pair => pair.Ours!.Value)]);
    }

    /// <summary>Names of the figures that a system adds to work that is counted.</summary>
    public IReadOnlyList<string> FigureNames => [.. Iterations.SelectMany(iteration => iteration.Work.Figures.Keys).Distinct()];

    /// <summary>One of these figures, over the repeats that have it; null when none has.</summary>
    public Estimate? Figure(string name) => EstimateOf(iteration => iteration.Work.Figure(name));

    /// <summary>CPU of one of the processes under test per unit of work; null when it cannot be read.</summary>
    public Estimate? CpuSecondsPerUnit(string process) => EstimateOf(iteration => iteration.Work.Total == 0 ? null
        : iteration.Cost?.Processes.FirstOrDefault(cost => cost.Name == process)?.Usage?.Cpu.TotalSeconds / iteration.Work.Total);

    private IReadOnlyList<IterationCost> Costs => [.. Iterations.Select(iteration => iteration.Cost).OfType<IterationCost>()];

    private IEnumerable<KeyValuePair<string, int>> Sum(Func<Iteration, IReadOnlyDictionary<string, int>> counts) => Iterations
        .SelectMany(counts)
        .GroupBy(fault => fault.Key, (fault, alike) => KeyValuePair.Create(fault, alike.Sum(count => count.Value)))
        .OrderByDescending(fault => fault.Value);

    private static double BusySeconds(Iteration iteration)
    {
        var end = iteration.Started + (long)(iteration.Window.TotalSeconds * Stopwatch.Frequency);
        var ticks = iteration.Samples.Sum(sample => (double)Math.Max(0, Math.Min(sample.Latency, end - sample.Start)));
        return iteration.CarriedIn.TotalSeconds + ticks / Stopwatch.Frequency;
    }

    private Estimate? EstimateOf(Func<Iteration, double?> figure) => Estimate.Of([.. Iterations.Select(figure).OfType<double>()]);

    private double? Mean(Func<IterationCost, double?> figure) =>
        Costs.Select(figure).OfType<double>().ToArray() is { Length: > 0 } values ? values.Average() : null;

    private double? PerUnit(Func<IterationCost, long?> figure) =>
        Units > 0 && Costs.Select(figure).ToArray() is { Length: > 0 } values && values.All(value => value is not null)
            ? (double)values.Sum()! / Units : null;
}

using System.Diagnostics;
using Load.Machine;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>One stretch of measuring one case.</summary>
/// <param name="Repeat">From 1.</param>
/// <param name="StartedAt">When the counting began.</param>
/// <param name="Started">The same in Stopwatch ticks.</param>
/// <param name="Window">How long requests were sent, or work was counted.</param>
/// <param name="Samples">All requests that count, in the order of their start; empty for work that is counted.</param>
/// <param name="Faults">The faults, and how often each occurred.</param>
/// <param name="Cost">The cost on either side; null when nothing was measured.</param>
internal sealed record Iteration(
    int Repeat, DateTimeOffset StartedAt, long Started, TimeSpan Window, IReadOnlyList<Sample> Samples,
    IReadOnlyDictionary<string, int> Faults, IterationCost? Cost)
{
    /// <summary>Work that was counted over the window; null where requests were timed one by one.</summary>
    public WorkCount? Counted { get; init; }

    /// <summary>The answers that refused requests got, such as a status, and their numbers.</summary>
    public IReadOnlyDictionary<string, int> Refusals { get; init; } = new Dictionary<string, int>();

    /// <summary>The time within the window that belongs to requests sent before the counting began.</summary>
    public TimeSpan CarriedIn { get; init; }

    /// <summary>Scrapes of the metrics of the process under test during the iteration; empty unless the case asks for them.</summary>
    public IReadOnlyList<TimedScrape> Scrapes { get; init; } = [];

    /// <summary>Units of work by what became of them, whichever way they were counted.</summary>
    public WorkCount Work => Counted ?? new WorkCount(
        Count(Outcome.Ok), Count(Outcome.Failed), Count(Outcome.TimedOut), Count(Outcome.Wrong))
    {
        Refused = Count(Outcome.Refused),
        Faults = Faults,
    };

    /// <summary>
    /// Work done per second. Requests that ended within the window count: those under way at its end make up for those that were not yet
    /// under way at its beginning. Where requests take as long as the window itself that would be a count of one or two; there, all
    /// count, over the time until the last has ended.
    /// </summary>
    public double Rate
    {
        get
        {
            if (Counted is not null)
            {
                return Counted.Done / Window.TotalSeconds;
            }

            var ok = Samples.Where(sample => sample.Outcome == Outcome.Ok).ToArray();
            var window = Window.TotalSeconds * Stopwatch.Frequency;
            return ok.Length == 0 ? 0
                : ok.Max(sample => sample.Latency) < window / 2 ? ok.Count(sample => sample.End <= Started + window) / Window.TotalSeconds
                : ok.Length / Math.Max(Window.TotalSeconds, (double)(ok.Max(sample => sample.End) - Started) / Stopwatch.Frequency);
        }
    }

    /// <summary>The mean latency of successful requests; null without any.</summary>
    public TimeSpan? MeanLatency
    {
        get
        {
            var ok = Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency).ToArray();
            return ok.Length == 0 ? null : TimeSpan.FromSeconds(ok.Average() / Stopwatch.Frequency);
        }
    }

    /// <summary>The most requests that were under way at one moment.</summary>
    public int MaxAtOnce
    {
        get
        {
            var max = 0;
            var now = 0;
            var changes = Samples.SelectMany(sample => ((long Time, int Change)[])[(sample.Start, 1), (sample.End, -1)]);
            foreach (var (_, change) in changes.Order())
            {
                now += change;
                max = Math.Max(max, now);
            }

            return max;
        }
    }

    /// <summary>
    /// The thread pool of the process under test while the iteration lasted, requests that ended late included; empty unless it was
    /// watched.
    /// </summary>
    public IReadOnlyList<PoolLook> Pool => Cost is null ? [] : [.. Cost.Pool.Where(pool => pool.Time >= StartedAt)];

    /// <summary>
    /// CPU time of the process under test per unit of work; null when unknown or without work. No time span: those count tenths of a
    /// microsecond, and a line costs about one.
    /// </summary>
    public double? ServiceCpuSecondsPerUnit => Work.Total == 0 ? null : Cost?.Service?.Cpu.TotalSeconds / Work.Total;

    /// <summary>The generator's own CPU time per unit of work; null when unknown or without work.</summary>
    public double? LabCpuSecondsPerUnit => Work.Total == 0 ? null : Cost?.Lab?.Cpu.TotalSeconds / Work.Total;

    /// <summary>A percentile of the latencies of successful requests; null when there are none.</summary>
    public TimeSpan? Percentile(double quantile) =>
        new Latencies(Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency)).At(quantile)?.Value;

    /// <summary>What a step of a mix has of it: its requests, and no cost, which nobody can divide.</summary>
    /// <param name="number">From 1.</param>
    /// <param name="name">Stands before its faults.</param>
    public Iteration OfStep(int number, string name) => this with
    {
        Samples = [.. Samples.Where(sample => sample.Step == number)],
        Faults = Of(Faults, name),
        Refusals = Of(Refusals, name),
        CarriedIn = TimeSpan.Zero,
        Cost = null,
    };

    private static Dictionary<string, int> Of(IReadOnlyDictionary<string, int> faults, string step) => faults
        .Where(fault => fault.Key.StartsWith($"{step}: ", StringComparison.Ordinal))
        .ToDictionary(fault => fault.Key[(step.Length + 2)..], fault => fault.Value);

    private int Count(Outcome outcome) => Samples.Count(sample => sample.Outcome == outcome);
}

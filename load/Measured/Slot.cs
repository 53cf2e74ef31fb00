using System.Diagnostics;
using Load.Metrics;
using Load.Monitoring;
using Load.Recording;
using Load.Statistics;

namespace Load.Measured;

/// <summary>One stretch of measuring one row.</summary>
/// <param name="Repeat">From 1.</param>
/// <param name="StartedAt">When the first measured request began.</param>
/// <param name="Started">The same in Stopwatch ticks.</param>
/// <param name="Window">How long requests were sent.</param>
/// <param name="Samples">All measured requests, in the order of their start.</param>
/// <param name="Faults">What went wrong how often.</param>
/// <param name="Cost">What it cost on either side; null when nothing was measured.</param>
internal sealed record Slot(
    int Repeat, DateTimeOffset StartedAt, long Started, TimeSpan Window, IReadOnlyList<Sample> Samples,
    IReadOnlyDictionary<string, int> Faults, SlotCost? Cost)
{
    /// <summary>Of the service's metrics, meanwhile; empty unless its settings ask for it.</summary>
    public IReadOnlyList<TimedScrape> Scrapes { get; init; } = [];

    /// <summary>
    /// Successful requests per second. Those that ended within the window count: what was under way at its end makes up for what was not yet
    /// under way at its beginning. Where requests take as long as the window itself that would be a count of one or two; there, all count, over the time
    /// until the last has ended.
    /// </summary>
    public double Rate
    {
        get
        {
            var ok = Samples.Where(sample => sample.Outcome == Outcome.Ok).ToArray();
            var window = Window.TotalSeconds * Stopwatch.Frequency;
            return ok.Length == 0 ? 0
                : ok.Max(sample => sample.Latency) < window / 2 ? ok.Count(sample => sample.End <= Started + window) / Window.TotalSeconds
                : ok.Length / Math.Max(Window.TotalSeconds, (double)(ok.Max(sample => sample.End) - Started) / Stopwatch.Frequency);
        }
    }

    /// <summary>What successful requests took on average; null without any.</summary>
    public TimeSpan? MeanLatency
    {
        get
        {
            var ok = Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency).ToArray();
            return ok.Length == 0 ? null : TimeSpan.FromSeconds(ok.Average() / Stopwatch.Frequency);
        }
    }

    /// <summary>The most requests that were under way at one moment.</summary>
    public int MostAtOnce
    {
        get
        {
            var most = 0;
            var now = 0;
            foreach (var (_, change) in Samples.SelectMany(sample => ((long Time, int Change)[])[(sample.Start, 1), (sample.End, -1)]).Order())
            {
                now += change;
                most = Math.Max(most, now);
            }

            return most;
        }
    }

    /// <summary>The service's thread pool while the slot lasted, requests that ended late included; empty unless it was watched.</summary>
    public IReadOnlyList<PoolSample> Pool => Cost is null ? [] : [.. Cost.Pool.Where(pool => pool.Time >= StartedAt)];

    /// <summary>Of the latencies of successful requests; null when there are none.</summary>
    public TimeSpan? Percentile(double quantile) => new Latencies(Samples.Where(sample => sample.Outcome == Outcome.Ok).Select(sample => sample.Latency)).At(quantile)?.Value;

    /// <summary>The service's CPU time per request; null when unknown or without requests.</summary>
    public TimeSpan? ServiceCpuPerRequest => Samples.Count == 0 ? null : Cost?.Service?.Cpu / Samples.Count;
}

using System.Diagnostics;
using Load.Monitoring;
using Load.Recording;

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

    /// <summary>The service's CPU time per request; null when unknown or without requests.</summary>
    public TimeSpan? ServiceCpuPerRequest => Samples.Count == 0 ? null : Cost?.Service?.Cpu / Samples.Count;
}

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
    /// under way at its beginning.
    /// </summary>
    public double Rate
    {
        get
        {
            var end = Started + Window.TotalSeconds * Stopwatch.Frequency;
            return Samples.Count(sample => sample.Outcome == Outcome.Ok && sample.End <= end) / Window.TotalSeconds;
        }
    }

    /// <summary>The service's CPU time per request; null when unknown or without requests.</summary>
    public TimeSpan? ServiceCpuPerRequest => Samples.Count == 0 ? null : Cost?.Service?.Cpu / Samples.Count;
}

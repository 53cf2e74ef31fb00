using Load.Monitoring;

namespace Load.Measured;

/// <summary>Whether the service came back to where it began: idle at the start, the peak, idle at the end.</summary>
internal static class Idle
{
    /// <returns>A sentence; null when there was nothing to watch.</returns>
    public static string? Of(IReadOnlyList<MonitorSample> timeline)
    {
        var seen = timeline.Select(sample => sample.Service).OfType<ProcessUsage>().ToArray();
        return seen.Length < 2 ? null
            : $"The service from idle over its peak to idle: {Three(seen, usage => usage.WorkingSet / 1e6)} MB, " +
              $"{Three(seen, usage => usage.Threads)} threads, {Three(seen, usage => usage.Handles)} handles.";
    }

    private static string Three(ProcessUsage[] seen, Func<ProcessUsage, double> figure) =>
        $"{Units.Digits(figure(seen[0]))} → {Units.Digits(seen.Max(figure))} → {Units.Digits(figure(seen[^1]))}";
}

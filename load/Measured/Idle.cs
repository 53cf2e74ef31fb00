using Load.Monitoring;

namespace Load.Measured;

/// <summary>Whether the service came back to where it began: idle at the start, the peak, idle at the end.</summary>
internal static class Idle
{
    /// <returns>A sentence; null when there was nothing to watch.</returns>
    public static string? Of(IdleUsage? idle, IReadOnlyList<MonitorSample> timeline)
    {
        var seen = timeline.Select(sample => sample.Service).OfType<ProcessUsage>().ToArray();
        return idle is not { Before: { } before, After: { } after } || seen.Length == 0 ? null
            : $"The service from idle over its peak to idle: {Three(usage => usage.WorkingSet / 1e6)} MB, " +
              $"{Three(usage => usage.Threads)} threads, {Three(usage => usage.Handles)} handles.";

        string Three(Func<ProcessUsage, double> figure) =>
            $"{Units.Digits(figure(before))} → {Units.Digits(seen.Max(figure))} → {Units.Digits(figure(after))}";
    }
}

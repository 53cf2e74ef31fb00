using Load.Machine;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>The usage of a process under test while it gets no requests.</summary>
/// <param name="Before">
/// The usage when the process was ready and had no request yet, or had settled after its warm-up; null if it could not be read.
/// </param>
/// <param name="After">The usage after the last request; null if the process had ended before.</param>
internal sealed record IdleUsage(ProcessUsage? Before, ProcessUsage? After)
{
    /// <param name="process">Its name.</param>
    /// <param name="timeline">The whole run.</param>
    /// <returns>
    /// A sentence on whether the process came back to where it began: idle, the peak, idle. Null when there was nothing to watch.
    /// </returns>
    public string? Over(string process, IReadOnlyList<MonitorSample> timeline)
    {
        var seen = timeline.Select(sample => sample.Processes.GetValueOrDefault(process)).OfType<ProcessUsage>().ToArray();
        return this is not { Before: { } before, After: { } after } || seen.Length == 0 ? null
            : $"The service from idle over its peak to idle: {Three(usage => usage.WorkingSet / 1e6)} MB, " +
              $"{Three(usage => usage.Threads)} threads, {Three(usage => usage.Handles)} handles.";

        string Three(Func<ProcessUsage, double> figure) =>
            $"{Format.Digits(figure(before))} → {Format.Digits(seen.Max(figure))} → {Format.Digits(figure(after))}";
    }
}

using Prober.Engine.Timelines;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;

namespace Prober.Features.History;

/// <summary>Makes timelines of targets in a window from the file. It reads the data that concerns all of them only once.</summary>
internal sealed class StoredTimelines(HistoryReader reader, TimeRange window)
{
    private readonly List<TimeRange> _pauses = reader.Pauses(window).ConvertAll(pause => pause.Range);
    private readonly ILookup<long, Correction> _corrections = reader.Corrections(window);
    private readonly List<(TimeRange Range, TargetSelector Selector)> _planned = reader.Maintenance(window)
        .ConvertAll(planned => (planned.Range, TargetSelector.Parse(planned.Selector)));

    /// <summary>Adds a time that nobody watched, and that is not in the file.</summary>
    public void Add(TimeRange pause) => _pauses.Add(pause);

    /// <param name="observedUntil">
    /// The last evidence, as in <see cref="TargetTimeline"/>; null for a window that ends with a change.
    /// </param>
    public TargetTimeline Of(StoredTarget target, long? observedUntil)
    {
        var planned = _planned.Where(one => one.Selector.Matches(target.Key.Kind, target.Key.Name, target.Labels)).Select(one => one.Range);
        return new(reader.Changes(target.Id, window), _pauses, [.. planned], observedUntil)
        {
            Corrections = [.. _corrections[target.Id]],
        };
    }
}

using Prober.Engine.Timelines;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;

namespace Prober.Features.History;

/// <summary>What the file says of one target.</summary>
internal static class StoredTimeline
{
    /// <param name="window">It ends with a change: what the file does not say yet is not part of it.</param>
    public static TargetTimeline Read(HistoryReader reader, TargetKey key, TimeRange window)
    {
        if (reader.Find(key) is not { } target)
        {
            return new([], [], [], null);
        }

        var planned = reader.Maintenance(window)
            .Where(one => TargetSelector.Parse(one.Selector).Matches(key.Kind, key.Name, target.Labels))
            .Select(one => one.Range);
        return new(reader.Changes(target.Id, window), reader.Pauses(window).ConvertAll(pause => pause.Range), [.. planned], null)
        {
            Corrections = [.. reader.Corrections(window)[target.Id]],
        };
    }
}

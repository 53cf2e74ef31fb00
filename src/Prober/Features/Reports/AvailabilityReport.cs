using Prober.Engine.Timelines;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Features.Reports;

/// <summary>What all targets were in a window, as the file says it: also while a prober writes to it.</summary>
internal sealed record AvailabilityReport(TimeRange Window, IReadOnlyList<AvailabilityRow> Rows)
{
    /// <summary>The file says every two seconds that the prober runs.</summary>
    private const long AliveSlack = 10_000;

    public static AvailabilityReport Read(HistoryReader reader, TimeRange window)
    {
        var (alive, timelines, sums) = (reader.Alive ?? 0, new StoredTimelines(reader, window), reader.Sums(window));
        if (window.End > alive + AliveSlack)
        {
            timelines.Add(new(alive, window.End)); // nobody has watched since
        }

        var rows = new List<AvailabilityRow>();
        foreach (var target in reader.Targets().Where(target => target.Since < window.End && (target.Gone ?? long.MaxValue) > window.Start))
        {
            var known = reader.LastChange(target.Id) is { State: not TargetState.Unknown } last
                ? target.ObservedAt(alive, last)
                : (long?)null;
            var timeline = timelines.Of(target, known);
            rows.Add(new(target.Key, timeline.Measure(window), timeline, sums.GetValueOrDefault(target.Id)));
        }

        return new(window, rows);
    }
}

/// <param name="Sums">The sums of the hours that begin in the window; null when they are gone.</param>
internal sealed record AvailabilityRow(TargetKey Key, Availability Availability, TargetTimeline Timeline, HourSums? Sums)
{
    /// <summary>Parts of a window that were down.</summary>
    public IEnumerable<TimelinePart> Outages(TimeRange window)
    {
        // Doubt splits a part; for a person it is one outage.
        TimelinePart? open = null;
        foreach (var part in Timeline.Parts(window))
        {
            if (open is { } before && part.State == before.State)
            {
                open = before with { Range = before.Range with { End = part.Range.End } };
                continue;
            }

            if (open is { State: TargetState.Down } done)
            {
                yield return done;
            }

            open = part;
        }

        if (open is { State: TargetState.Down } last)
        {
            yield return last;
        }
    }
}

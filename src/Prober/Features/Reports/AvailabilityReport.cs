using Prober.Engine.Timelines;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;

namespace Prober.Features.Reports;

/// <summary>What all targets were in a window, as the file says it: also while a prober writes to it.</summary>
internal sealed record AvailabilityReport(TimeRange Window, IReadOnlyList<AvailabilityRow> Rows)
{
    /// <summary>The file says every two seconds that the prober runs.</summary>
    private const long AliveSlack = 10_000;

    public static AvailabilityReport Read(HistoryReader reader, TimeRange window)
    {
        var (alive, pauses) = (reader.Alive ?? 0, reader.Pauses(window).ConvertAll(pause => pause.Range));
        if (window.End > alive + AliveSlack)
        {
            pauses.Add(new(alive, window.End)); // nobody has watched since
        }

        var maintenance = reader.Maintenance(window)
            .ConvertAll(planned => (planned.Range, Selector: TargetSelector.Parse(planned.Selector)));
        var (corrections, sums) = (reader.Corrections(window), reader.Sums(window));
        var rows = new List<AvailabilityRow>();
        foreach (var target in reader.Targets().Where(target => target.Since < window.End && (target.Gone ?? long.MaxValue) > window.Start))
        {
            var changes = reader.Changes(target.Id, window);
            var known = reader.LastChange(target.Id) is { State: not TargetState.Unknown } last
                ? target.ObservedAt(alive, last)
                : (long?)null;
            var planned = maintenance
                .Where(one => one.Selector.Matches(target.Key.Kind, target.Key.Name, target.Labels)).Select(one => one.Range);
            var timeline = new TargetTimeline(changes, pauses, [.. planned], known) { Corrections = [.. corrections[target.Id]] };
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

using Prober.Engine.Timelines;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Features.Reports;

/// <summary>The states of all targets in a window, from the file; a prober may write to it meanwhile.</summary>
internal sealed record AvailabilityReport(TimeRange Window, IReadOnlyList<AvailabilityRow> Rows)
{
    /// <summary>The prober writes every two seconds that it runs.</summary>
    private const long AliveSlack = 10_000;

    public static AvailabilityReport Read(HistoryReader reader, TimeRange window)
    {
        var (alive, timelines, sums) = (reader.Alive ?? 0, new StoredTimelines(reader, window), reader.Sums(window));
        if (window.End > alive + AliveSlack)
        {
            timelines.Add(new(alive, window.End)); // no prober has run since
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

/// <param name="Sums">The sums of the hours that begin in the window; null when they were deleted.</param>
internal sealed record AvailabilityRow(TargetKey Key, Availability Availability, TargetTimeline Timeline, HourSums? Sums)
{
    /// <summary>The parts of a window in which the target was down.</summary>
    public IEnumerable<TimelinePart> Outages(TimeRange window)
    {
        // Doubt splits a part; for a person it is still one outage.
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

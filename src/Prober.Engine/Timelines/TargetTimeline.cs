namespace Prober.Engine.Timelines;

/// <summary>What is known about one target over time, and what is not.</summary>
/// <param name="Changes">In the order of their times; if two have the same time, the later one counts.</param>
/// <param name="Pauses">Times in which the prober did not watch: unknown, whatever the changes say.</param>
/// <param name="Maintenance">Planned time; it takes precedence over everything else.</param>
/// <param name="ObservedUntil">The last evidence of the present state; from there on it is in doubt. Null when it has no state.</param>
public sealed record TargetTimeline(
    IReadOnlyList<StateChange> Changes, IReadOnlyList<TimeRange> Pauses, IReadOnlyList<TimeRange> Maintenance, long? ObservedUntil)
{
    /// <summary>In the order of their creation; later ones take precedence.</summary>
    public IReadOnlyList<Correction> Corrections { get; init; } = [];

    /// <summary>The parts of a window, without gaps, in order.</summary>
    public IEnumerable<TimelinePart> Parts(TimeRange window)
    {
        var pauses = TimeRange.Union(Pauses);
        var maintenance = TimeRange.Union(Maintenance);
        var doubts = TimeRange.Union(Doubts(window.End));
        var bounds = new SortedSet<long>(Changes.Select(change => change.At));
        foreach (var range in pauses.Concat(maintenance).Concat(doubts).Concat(Corrections.Select(correction => correction.Range)))
        {
            bounds.Add(range.Start);
            bounds.Add(range.End);
        }

        var (pause, planned, doubt, next) = (0, 0, 0, 0);
        var state = TargetState.Unknown;
        TimelinePart? open = null;
        foreach (var (start, end) in Steps(bounds, window))
        {
            while (next < Changes.Count && Changes[next].At <= start)
            {
                state = Changes[next++].State;
            }

            var corrected = Corrections.LastOrDefault(correction => correction.Range.Start <= start && start < correction.Range.End)?.State;
            var shown = corrected
                ?? (IsIn(maintenance, ref planned, start) ? TargetState.Maintenance
                    : IsIn(pauses, ref pause, start) ? TargetState.Unknown
                    : state);
            var isInDoubt = corrected is null && shown is TargetState.Up or TargetState.Down && IsIn(doubts, ref doubt, start);
            if (open is { } part && part.State == shown && part.IsInDoubt == isInDoubt)
            {
                open = part with { Range = part.Range with { End = end } };
                continue;
            }

            if (open is { } done)
            {
                yield return done;
            }

            open = new(new(start, end), shown, isInDoubt);
        }

        if (open is { } last)
        {
            yield return last;
        }
    }

    public Availability Measure(TimeRange window)
    {
        var sum = default(Availability);
        foreach (var (range, state, isInDoubt) in Parts(window))
        {
            sum = sum.With(state, range.Length, isInDoubt);
        }

        return sum;
    }

    /// <summary>The availability of each step of a window, the first one first; the last step may be shorter.</summary>
    public IReadOnlyList<Availability> MeasureEach(TimeRange window, long step)
    {
        var sums = new Availability[(window.Length + step - 1) / step];
        foreach (var (range, state, isInDoubt) in Parts(window))
        {
            for (var at = range.Start; at < range.End;)
            {
                var i = (at - window.Start) / step;
                var end = Math.Min(range.End, window.Start + ((i + 1) * step));
                sums[i] = sums[i].With(state, end - at, isInDoubt);
                at = end;
            }
        }

        return sums;
    }

    private IEnumerable<TimeRange> Doubts(long end)
    {
        foreach (var change in Changes)
        {
            yield return new(change.At - change.Doubt, change.At);
        }

        if (ObservedUntil is { } last)
        {
            yield return new(last, end);
        }
    }

    private static IEnumerable<TimeRange> Steps(SortedSet<long> bounds, TimeRange window)
    {
        var start = window.Start;
        foreach (var bound in bounds.Where(bound => bound > window.Start && bound < window.End))
        {
            yield return new(start, bound);
            start = bound;
        }

        if (start < window.End)
        {
            yield return new(start, window.End);
        }
    }

    /// <param name="ranges">A union.</param>
    /// <param name="at">Moves forward with the time.</param>
    private static bool IsIn(List<TimeRange> ranges, ref int at, long time)
    {
        while (at < ranges.Count && ranges[at].End <= time)
        {
            at++;
        }

        return at < ranges.Count && ranges[at].Start <= time;
    }
}

/// <param name="IsInDoubt">The state may have ended before this part did.</param>
public readonly record struct TimelinePart(TimeRange Range, TargetState State, bool IsInDoubt);

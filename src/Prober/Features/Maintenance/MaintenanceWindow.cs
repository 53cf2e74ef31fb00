using Prober.Engine.Timelines;

namespace Prober.Features.Maintenance;

/// <summary>
/// Planned time, once or every week, in the local time of a zone. A window lasts its duration even if the clocks change meanwhile.
/// </summary>
/// <param name="Once">The local time of the only one; null for a weekly window.</param>
/// <param name="Days">The days on which a weekly one begins, at <paramref name="At"/>.</param>
internal sealed record MaintenanceWindow(
    string Name,
    TargetSelector Selector,
    TimeZoneInfo Zone,
    DateTime? Once,
    IReadOnlySet<DayOfWeek> Days,
    TimeSpan At,
    TimeSpan Duration)
{
    /// <summary>All windows that overlap a range, in order.</summary>
    public IEnumerable<TimeRange> Occurrences(TimeRange range)
    {
        if (Once is { } once)
        {
            return Touching([once], range);
        }

        // A zone is at most 14 hours away from UTC.
        var first = DateTimeOffset.FromUnixTimeMilliseconds(range.Start).UtcDateTime.Date - Duration - TimeSpan.FromDays(1);
        var days = (int)((range.Length / TimeSpan.MillisecondsPerDay) + Duration.TotalDays) + 4;
        var begins = Enumerable.Range(0, days).Select(day => first.Date.AddDays(day)).Where(day => Days.Contains(day.DayOfWeek));
        return Touching(begins.Select(day => day + At), range);
    }

    public bool IsIn(long now) => Occurrences(new(now, now + 1)).Any();

    private IEnumerable<TimeRange> Touching(IEnumerable<DateTime> starts, TimeRange range) =>
        from local in starts
        let start = ToUtc(local).ToUnixTimeMilliseconds()
        let end = start + (long)Duration.TotalMilliseconds
        where start < range.End && end > range.Start
        select new TimeRange(start, end);

    /// <summary>A time that the clocks skip means the moment of the change; for a time that occurs twice, the first counts.</summary>
    private DateTimeOffset ToUtc(DateTime local)
    {
        while (Zone.IsInvalidTime(local))
        {
            local = local.AddMinutes(1);
        }

        var offset = Zone.IsAmbiguousTime(local) ? Zone.GetAmbiguousTimeOffsets(local).Max() : Zone.GetUtcOffset(local);
        return new(DateTime.SpecifyKind(local, DateTimeKind.Unspecified), offset);
    }
}

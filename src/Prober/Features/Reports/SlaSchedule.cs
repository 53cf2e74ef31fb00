namespace Prober.Features.Reports;

/// <summary>When the availability of all targets is sent to notifiers.</summary>
/// <param name="Every">How often.</param>
/// <param name="At">The time of the day; it does not matter for hours and minutes.</param>
internal sealed record SlaSchedule(SlaPeriod Every, TimeOnly At, TimeZoneInfo Zone, IReadOnlyList<string> Channels)
{
    /// <summary>The next time after a given one. A time that the zone leaves out moves to the hour behind.</summary>
    public DateTimeOffset Next(DateTimeOffset after)
    {
        var local = TimeZoneInfo.ConvertTime(after, Zone).DateTime;
        if (Every is SlaPeriod.Minutely or SlaPeriod.Hourly)
        {
            var length = Every == SlaPeriod.Hourly ? TimeSpan.TicksPerHour : TimeSpan.TicksPerMinute;
            return new(((after.UtcTicks / length) + 1) * length, TimeSpan.Zero);
        }

        for (var day = local.Date; ; day = day.AddDays(1))
        {
            var isDay = Every switch
            {
                SlaPeriod.Weekly => day.DayOfWeek == DayOfWeek.Sunday, // as EaseProbe has it
                SlaPeriod.Monthly => day.AddDays(1).Day == 1, // its last day, as there
                _ => true,
            };
            if (isDay && Moment(day + At.ToTimeSpan()) is var moment && moment > after)
            {
                return moment;
            }
        }
    }

    /// <summary>The time that a report at a given moment is about.</summary>
    public DateTimeOffset Start(DateTimeOffset at) => Every switch
    {
        SlaPeriod.Minutely => at.AddMinutes(-1),
        SlaPeriod.Hourly => at.AddHours(-1),
        SlaPeriod.Weekly => at.AddDays(-7),
        SlaPeriod.Monthly => at.AddMonths(-1),
        _ => at.AddDays(-1),
    };

    private DateTimeOffset Moment(DateTime local)
    {
        local = Zone.IsInvalidTime(local) ? local.AddHours(1) : local;
        return new DateTimeOffset(local, Zone.GetUtcOffset(local)).ToUniversalTime();
    }
}

internal enum SlaPeriod
{
    Daily,
    Weekly,
    Monthly,
    Hourly,
    Minutely,
}

using Prober.Features.Reports;

namespace Prober.Tests.Reports;

public sealed class SlaScheduleTests
{
    [Theory]
    [InlineData("Daily", "23:59", "UTC", "2026-03-01T12:00:00Z", "2026-03-01T23:59:00Z")]
    [InlineData("Daily", "00:00", "UTC", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z")]
    [InlineData("Weekly", "08:00", "UTC", "2026-03-02T00:00:00Z", "2026-03-08T08:00:00Z")] // a Sunday
    [InlineData("Monthly", "08:00", "UTC", "2026-02-10T00:00:00Z", "2026-02-28T08:00:00Z")]
    [InlineData("Monthly", "08:00", "UTC", "2026-02-28T09:00:00Z", "2026-03-31T08:00:00Z")]
    [InlineData("Hourly", "08:13", "UTC", "2026-02-28T09:00:00Z", "2026-02-28T10:00:00Z")]
    [InlineData("Minutely", "08:13", "UTC", "2026-02-28T09:00:01Z", "2026-02-28T09:01:00Z")]
    [InlineData("Daily", "02:30", "Europe/Berlin", "2026-03-29T00:00:00Z", "2026-03-29T01:30:00Z")] // 2:30 does not exist
    [InlineData("Daily", "12:00", "America/New_York", "2026-07-01T00:00:00Z", "2026-07-01T16:00:00Z")]
    public void Next_OfASchedule_IsInItsZone(string every, string at, string zone, string after, string next)
    {
        var schedule = new SlaSchedule(
            Enum.Parse<SlaPeriod>(every), TimeOnly.Parse(at), TimeZoneInfo.FindSystemTimeZoneById(zone), [""]);

        schedule.Next(DateTimeOffset.Parse(after)).ShouldBe(DateTimeOffset.Parse(next));
    }
}

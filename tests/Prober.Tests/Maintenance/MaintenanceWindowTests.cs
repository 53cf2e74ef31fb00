using Prober.Features.Maintenance;

namespace Prober.Tests.Maintenance;

public sealed class MaintenanceWindowTests
{
    private static readonly TimeZoneInfo Berlin = TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin");
    private static readonly TargetSelector All = new([], [], new Dictionary<string, string>());

    [Theory]
    [InlineData("2026-03-28T03:00", "2026-03-28T02:00Z")] // winter
    [InlineData("2026-03-29T02:30", "2026-03-29T01:00Z")] // the clocks skip it
    [InlineData("2026-10-25T02:30", "2026-10-25T00:30Z")] // the clocks show it twice
    [InlineData("2026-07-01T00:30", "2026-06-30T22:30Z")]
    public void Occurrences_Once_BeginsAsTheClocksOfTheZoneShowIt(string local, string utc)
    {
        var window = new MaintenanceWindow(
            "w", All, Berlin, DateTime.Parse(local, null), new HashSet<DayOfWeek>(), default, TimeSpan.FromHours(2));
        var start = DateTimeOffset.Parse(utc, null).ToUnixTimeMilliseconds();

        var range = window.Occurrences(new(0, long.MaxValue)).ShouldHaveSingleItem();

        range.ShouldBe(new(start, start + (2 * 3_600_000)));
        window.IsIn(start - 1).ShouldBeFalse();
        window.IsIn(start).ShouldBeTrue();
        window.IsIn(range.End - 1).ShouldBeTrue();
        window.IsIn(range.End).ShouldBeFalse();
    }

    [Fact]
    public void Occurrences_WeeklyOverAChangeOfTheClocks_StayAtTheLocalTime()
    {
        var window = new MaintenanceWindow(
            "w", All, Berlin, null, new HashSet<DayOfWeek> { DayOfWeek.Saturday }, TimeSpan.FromHours(23), TimeSpan.FromHours(3));
        var from = DateTimeOffset.Parse("2026-03-16T00:00Z", null).ToUnixTimeMilliseconds();

        var starts = window.Occurrences(new(from, from + (21 * 86_400_000L)))
            .Select(range => DateTimeOffset.FromUnixTimeMilliseconds(range.Start).ToString("yyyy-MM-dd HH:mm"));

        starts.ShouldBe(["2026-03-21 22:00", "2026-03-28 22:00", "2026-04-04 21:00"]);
    }

    [Fact]
    public void Occurrences_ThatBeganBeforeTheRange_AreThere()
    {
        var window = new MaintenanceWindow(
            "w", All, TimeZoneInfo.Utc, null, new HashSet<DayOfWeek> { DayOfWeek.Monday }, TimeSpan.FromHours(1), TimeSpan.FromDays(6));
        var sunday = DateTimeOffset.Parse("2026-11-22T00:30Z", null).ToUnixTimeMilliseconds();

        window.IsIn(sunday).ShouldBeTrue();
    }

    [Fact]
    public void Selector_ByLabelAndKind_MatchesThoseThatHaveBoth()
    {
        var selector = TargetSelector.Parse($"{new TargetSelector(["http"], [], new Dictionary<string, string> { ["team"] = "web" })}");

        selector.Matches("http", "a", new Dictionary<string, string> { ["team"] = "web" }).ShouldBeTrue();
        selector.Matches("tcp", "a", new Dictionary<string, string> { ["team"] = "web" }).ShouldBeFalse();
        selector.Matches("http", "a", new Dictionary<string, string>()).ShouldBeFalse();
    }
}

using System.Globalization;
using Sigma.Streams.Judging;

namespace Sigma.Streams.Tests;

public sealed class EventClockTests
{
    private const string Now = "2026-11-22T08:00:00Z";
    private const string Before = "2026-11-22T07:00:00Z";

    [Theory]
    [InlineData(Before, Now, Before, TimeOrigin.Event)]
    [InlineData(null, Before, Before, TimeOrigin.Absent)]
    [InlineData("1970-01-01T00:00:12Z", Before, Before, TimeOrigin.Unset)]
    [InlineData("2026-11-22T08:11:00Z", Before, Before, TimeOrigin.Ahead)]
    [InlineData(null, "2026-11-22T08:09:00Z", "2026-11-22T08:09:00Z", TimeOrigin.Absent)]
    [InlineData(null, "2100-01-01T00:00:00Z", Now, TimeOrigin.Absent)] // a broker has what the producer's clock said
    [InlineData("2100-01-01T00:00:00Z", "2100-01-01T00:00:00Z", Now, TimeOrigin.Ahead)]
    [InlineData(null, "1970-01-01T00:00:00Z", Now, TimeOrigin.Absent)]
    internal void Decide_ClocksOfAllKinds_TakesTheFirstThatMayBeRight(string? own, string arrival, string expected, TimeOrigin origin) =>
        EventClock.Decide(own is null ? null : At(own), At(arrival), At(Now)).ShouldBe((At(expected), origin));

    private static DateTimeOffset At(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);
}

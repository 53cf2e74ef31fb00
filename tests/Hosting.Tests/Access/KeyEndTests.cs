using System.Globalization;
using Hosting.Access;

namespace Hosting.Tests.Access;

/// <summary>When a key expires, as people write it.</summary>
public sealed class KeyEndTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 27, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("90d", "2027-02-25T12:00:00Z")]
    [InlineData("12h", "2026-11-28T00:00:00Z")]
    [InlineData("30m", "2026-11-27T12:30:00Z")]
    [InlineData("2 weeks", "2026-12-11T12:00:00Z")]
    [InlineData("P30D", "2026-12-27T12:00:00Z")]
    [InlineData("2027-01-31", "2027-01-31T00:00:00Z")]
    [InlineData("2027-01-31T12:00:00Z", "2027-01-31T12:00:00Z")]
    [InlineData("2027-01-31T12:00:00+01:00", "2027-01-31T11:00:00Z")]
    [InlineData("2027-01-31T12:00", "2027-01-31T12:00:00Z")]
    public void ParseEnd_DateOrTimeFromNow_IsThatInstant(string text, string end) =>
        KeyCommands.ParseEnd(text, Now).ShouldBe(DateTimeOffset.Parse(end, CultureInfo.InvariantCulture));

    [Theory]
    [InlineData("1.2")] // a day in January
    [InlineData("10:30")] // a time of today
    [InlineData("1/2/2027")] // January or February
    [InlineData("30")]
    [InlineData("1y")]
    [InlineData("never")]
    [InlineData("")]
    public void ParseEnd_TextWithSeveralMeanings_IsNone(string text) => KeyCommands.ParseEnd(text, Now).ShouldBeNull();
}

using Hosting.Settings;

namespace Hosting.Tests.Settings;

public sealed class DurationsTests
{
    [Theory]
    [InlineData("30s", 30)]
    [InlineData("500ms", 0.5)]
    [InlineData(".1s", 0.1)] // gRFC A6 has it
    [InlineData("1min.5s", 60.5)]
    [InlineData("15min", 900)]
    [InlineData("5m", 300)]
    [InlineData("1h30min", 5400)]
    [InlineData("1.5 h", 5400)]
    [InlineData("90d", 90 * 86400)]
    [InlineData("2w", 14 * 86400)]
    [InlineData("PT30S", 30)]
    [InlineData("P1DT2H", 26 * 3600)]
    [InlineData("00:00:30", 30)]
    [InlineData("1.00:00:00", 86400)]
    [InlineData(" 30s ", 30)]
    [InlineData("30 seconds", 30)]
    [InlineData("1 minute", 60)]
    [InlineData("2 hours 5 minutes", 7500)]
    [InlineData("90 days", 90 * 86400)]
    [InlineData("1week", 7 * 86400)]
    [InlineData("250msec", 0.25)]
    [InlineData("PT1H30M", 5400)]
    [InlineData("0", 0)]
    public void Parse_TextOfAPerson_IsThatTime(string text, double seconds) =>
        Durations.Parse(text).ShouldBe(TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData("30")]
    [InlineData("-1")]
    [InlineData("1e3")]
    [InlineData("-30s")]
    [InlineData("30S")]
    [InlineData("5M")] // a month, for some
    [InlineData("30 parsecs")]
    [InlineData("s30")]
    [InlineData("")]
    [InlineData("PT")]
    [InlineData("-")]
    [InlineData(".s")]
    [InlineData("1.s")]
    public void Parse_OtherText_IsRefused(string text) => Should.Throw<FormatException>(() => Durations.Parse(text));
}

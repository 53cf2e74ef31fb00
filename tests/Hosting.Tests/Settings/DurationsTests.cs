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
    [InlineData("1h30m", 5400)] // Go, Prometheus, nginx
    [InlineData("1h 30m", 5400)]
    [InlineData("5min 20s", 320)] // systemd
    [InlineData("55s500ms", 55.5)]
    [InlineData("300ms20s 5day", 5 * 86400 + 20.3)]
    [InlineData("48hr", 2 * 86400)]
    [InlineData("15d", 15 * 86400)]
    [InlineData("100us", 0.0001)]
    [InlineData("100µs", 0.0001)]
    [InlineData("500micros", 0.0005)] // Elasticsearch
    [InlineData("1m30.5s", 90.5)]
    [InlineData("30 Seconds", 30)]
    [InlineData("1_000ms", 1)]
    [InlineData("P2W", 14 * 86400)]
    [InlineData("P1DT12H", 36 * 3600)]
    [InlineData("PT0.5S", 0.5)]
    [InlineData("PT0,5S", 0.5)]
    [InlineData("pt15m", 900)]
    [InlineData("23:59:59", 86399)]
    [InlineData("0:00:05", 5)]
    public void Parse_TextOfAPerson_IsThatTime(string text, double seconds) =>
        Durations.Parse(text).ShouldBe(TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData("30")]
    [InlineData("604800000")] // Kafka's milliseconds
    [InlineData("5:00")] // hours for .NET, minutes for others
    [InlineData("24:00:00")] // 24 days for .NET
    [InlineData("0.5:00")]
    [InlineData("2y")] // 365 days for Prometheus, 365.25 for systemd
    [InlineData("1month")]
    [InlineData("P1Y")]
    [InlineData("P1M")]
    [InlineData("infinity")]
    [InlineData("10MB")]
    [InlineData("1h 30")]
    [InlineData("1,5h")]
    [InlineData("7ns")]
    [InlineData("-PT30S")]
    [InlineData("P1DT")]
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

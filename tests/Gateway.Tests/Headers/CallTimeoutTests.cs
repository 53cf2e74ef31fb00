using Gateway.Features.Headers;

namespace Gateway.Tests.Headers;

public sealed class CallTimeoutTests
{
    [Theory]
    [InlineData("1H", 3600)]
    [InlineData("2M", 120)]
    [InlineData("3S", 3)]
    [InlineData("1500m", 1.5)]
    [InlineData("250000u", 0.25)]
    [InlineData("99999999n", 0.0999999)]
    [InlineData("0S", 0)]
    public void TryParse_EveryUnit_IsThatTime(string text, double seconds)
    {
        CallTimeout.TryParse(text, out var timeout).ShouldBeTrue();

        timeout.TotalSeconds.ShouldBe(seconds, 1e-6);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("S")]
    [InlineData("5")]
    [InlineData("5x")]
    [InlineData("-5S")]
    [InlineData("123456789S")]
    [InlineData("1.5S")]
    public void TryParse_Unreadable_IsNone(string? text) => CallTimeout.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData(0.0000015, "1u")]
    [InlineData(99.999999, "99999999u")]
    [InlineData(100, "100000m")]
    [InlineData(-1, "0u")]
    [InlineData(1e6, "1000000S")]
    public void Format_AnyTime_IsTheFinestUnitThatFits(double seconds, string text) =>
        CallTimeout.Format(TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond))).ShouldBe(text);
}

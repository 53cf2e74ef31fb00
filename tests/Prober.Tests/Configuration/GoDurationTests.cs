using Prober.Features.Configuration;

namespace Prober.Tests.Configuration;

public sealed class GoDurationTests
{
    [Theory]
    [InlineData("10s", 10_000)]
    [InlineData("1h30m", 5_400_000)]
    [InlineData("500ms", 500)]
    [InlineData("1.5s", 1_500)]
    [InlineData("1m0.5s", 60_500)]
    [InlineData("2000us", 2)]
    [InlineData("0", 0)]
    public void Parse_Duration_IsItsMilliseconds(string text, double milliseconds) =>
        GoDuration.Parse(text).ShouldBe(TimeSpan.FromMilliseconds(milliseconds));

    [Theory]
    [InlineData("")]
    [InlineData("10")]
    [InlineData("s")]
    [InlineData("-1s")]
    [InlineData("1d")]
    [InlineData("1s ")]
    [InlineData("1..5s")]
    [InlineData("99999999h")]
    public void Parse_Other_IsNone(string text) => GoDuration.Parse(text).ShouldBeNull();
}

using FsCheck;
using FsCheck.Fluent;
using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class FormatTests
{
    [Theory]
    [InlineData(0, "0B")]
    [InlineData(999, "999B")]
    [InlineData(10_000, "10KB")]
    [InlineData(1_500_000, "1.5MB")]
    [InlineData(2_000_000_000, "2GB")]
    public void Bytes_AnySize_TakesTheLargestUnit(long bytes, string text) => Format.Bytes(bytes).ShouldBe(text);

    [Theory]
    [InlineData("10KB", 10_000)]
    [InlineData("10 kb", 10_000)]
    [InlineData("1.5MB", 1_500_000)]
    [InlineData("4096", 4096)]
    [InlineData("7B", 7)]
    public void TryParseBytes_Size_IsRead(string text, long bytes)
    {
        Format.TryParseBytes(text, out var parsed).ShouldBeTrue();
        parsed.ShouldBe(bytes);
    }

    [Theory]
    [InlineData("")]
    [InlineData("MB")]
    [InlineData("-1MB")]
    [InlineData("x")]
    public void TryParseBytes_AnythingElse_IsRefused(string text) => Format.TryParseBytes(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData(1, "once")]
    [InlineData(3, "3 times")]
    public void Times_Count_IsSaid(int count, string text) => Format.Times(count).ShouldBe(text);

    [Theory]
    [InlineData(0.1234, "0.123")]
    [InlineData(1.234, "1.23")]
    [InlineData(12.34, "12.3")]
    [InlineData(123.4, "123")]
    [InlineData(1234.4, "1,234")]
    [InlineData(null, "-")]
    public void Digits_Value_HasThree(double? value, string text) => Format.Digits(value).ShouldBe(text);

    [Fact]
    public void Bytes_RoundSizes_AreReadBack() =>
        Prop.ForAll(ArbMap.Default.ArbFor<ushort>(), n => Format.TryParseBytes(Format.Bytes(n * 1000L), out var bytes) &&
            Math.Abs(bytes - n * 1000L) <= 50_000)
            .QuickCheckThrowOnFailure();
}

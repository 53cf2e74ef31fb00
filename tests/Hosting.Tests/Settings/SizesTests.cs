using Hosting.Settings;

namespace Hosting.Tests.Settings;

public sealed class SizesTests
{
    [Theory]
    [InlineData("65536", 65536)]
    [InlineData("64KiB", 65536)]
    [InlineData("1 GiB", 1 << 30)]
    [InlineData("1.5MB", 1_500_000)]
    [InlineData("10kb", 10_000)]
    [InlineData("7B", 7)]
    public void Parse_TextOfAPerson_IsThatNumber(string text, long bytes) => Sizes.Parse(text).ShouldBe(bytes);

    [Theory]
    [InlineData("1.0001kB")]
    [InlineData("1G")]
    [InlineData("much")]
    [InlineData("1KiBs")]
    [InlineData("")]
    public void Parse_OtherText_IsRefused(string text) => Should.Throw<FormatException>(() => Sizes.Parse(text));

    [Fact]
    public void Parse_TooMuch_IsRefused() => Should.Throw<OverflowException>(() => Sizes.Parse("999999999999TiB"));
}

namespace Analyzer.Core.Tests;

public sealed class FileIdPrefixTests
{
    [Theory]
    [InlineData("0", "0")]
    [InlineData("AbC", "abc")]
    [InlineData(
        "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789ABCDEF",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef")]
    public void TryParse_HexDigits_AreKeptInLowerCase(string text, string hex)
    {
        FileIdPrefix.TryParse(text, out var prefix).ShouldBeTrue();

        prefix.Hex.ShouldBe(hex);
        prefix.First.ToString().ShouldBe(hex.PadRight(64, '0'));
        prefix.Last.ToString().ShouldBe(hex.PadRight(64, 'f'));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("xyz")]
    [InlineData("0x12")]
    [InlineData(" ab")]
    [InlineData("٣")] // a digit, and none of these
    [InlineData("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0")]
    public void TryParse_AnotherText_Refuses(string? text) => FileIdPrefix.TryParse(text, out _).ShouldBeFalse();
}

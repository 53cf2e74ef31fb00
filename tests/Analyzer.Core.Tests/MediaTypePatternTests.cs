namespace Analyzer.Core.Tests;

public sealed class MediaTypePatternTests
{
    [Theory]
    [InlineData("application/pdf", "application/pdf", false)]
    [InlineData("Application/PDF", "application/pdf", false)]
    [InlineData("image/*", "image/", true)]
    [InlineData("image/svg+xml", "image/svg+xml", false)]
    public void TryParse_MediaTypeOrKind_Starts(string text, string start, bool prefix)
    {
        MediaTypePattern.TryParse(text, out var pattern).ShouldBeTrue();

        pattern.Start.ShouldBe(start);
        pattern.IsPrefix.ShouldBe(prefix);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("pdf")]
    [InlineData("*/*")]
    [InlineData("application/")]
    [InlineData("application/p*")]
    [InlineData("application/pdf/1")]
    [InlineData("application/pdf; version=1")]
    [InlineData("application/\"")]
    public void TryParse_AnotherText_Refuses(string? text) => MediaTypePattern.TryParse(text, out _).ShouldBeFalse();
}

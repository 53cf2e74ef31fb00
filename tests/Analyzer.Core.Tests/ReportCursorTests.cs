using System.Buffers.Text;

namespace Analyzer.Core.Tests;

public sealed class ReportCursorTests
{
    private static readonly ReportCursor Cursor = ReportCursor.Of(Samples.Report);

    [Fact]
    public void TryParse_ItsOwnText_GivesItBack()
    {
        ReportCursor.TryParse(Cursor.ToString(), out var parsed).ShouldBeTrue();

        parsed.ShouldBe(Cursor);
        parsed.AnalyzedAt.Offset.ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void TryParse_OfAFilteredListing_KnowsItsFilter()
    {
        var filtered = Cursor with { Filter = new ReportFilter { MinScore = 100 }.Fingerprint };

        ReportCursor.TryParse(filtered.ToString(), out var parsed).ShouldBeTrue();

        parsed.ShouldBe(filtered);
        parsed.ShouldNotBe(Cursor);
    }

    [Fact]
    public void ToString_ACursor_IsSafeInAQueryString() =>
        Cursor.ToString().ShouldBe(Uri.EscapeDataString(Cursor.ToString()));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("cursor")]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA+/")]
    public void TryParse_AnotherText_Refuses(string? text)
    {
        ReportCursor.TryParse(text, out var cursor).ShouldBeFalse();

        cursor.ShouldBe(default);
    }

    [Theory]
    [InlineData(0xFF)] // before 1970
    [InlineData(0x7F)] // after the year 9999
    public void TryParse_ATimeThatIsNone_Refuses(byte first)
    {
        var bytes = new byte[40];
        bytes[0] = first;

        ReportCursor.TryParse(Base64Url.EncodeToString(bytes), out _).ShouldBeFalse();
    }
}

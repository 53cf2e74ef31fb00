using Prober.Features.Reports;

namespace Prober.Tests.Reports;

public sealed class ReportFormatsTests
{
    [Theory]
    [InlineData(1, 2, 1, 0, "33.333 % (0.000 % … 33.334 %)")]
    [InlineData(2, 1, 0, 1, "66.666 % (66.666 % … 100.000 %)")]
    [InlineData(999_999, 1, 0, 0, "99.999 % (99.999 % … 100.000 %)")]
    [InlineData(3, 1, 0, 0, "75.000 % (75.000 % … 75.000 %)")]
    public void Html_Availability_LiesWithinThePrintedBounds(long up, long down, long upInDoubt, long downInDoubt, string printed)
    {
        var row = new AvailabilityRow(new("http", "Shop"), new(up, down, 0, 0, upInDoubt, downInDoubt), new([], [], [], null), null);

        var text = ReportFormats.All["html"](new(new(0, 1), [row]));

        text.ShouldContain($"<td>{printed}</td>");
    }
}

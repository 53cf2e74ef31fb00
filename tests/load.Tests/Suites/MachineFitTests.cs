using Load.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Suites;

public sealed class MachineFitTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    [Theory]
    [InlineData(2, 16, 100, 100, null)]
    [InlineData(2, 16, 100, 1000, "100GB under way at once cannot be answered within the time-out of 120 s on 2 cores")]
    [InlineData(32, 64, 100, 1000, null)]
    [InlineData(2, 1, 1, 1000, "about 1.5GB of memory would be needed, there are 1GB")]
    public void WhyNot_Cell_IsTheFirstThingThereIsTooLittleOf(int cores, int gigabytes, int megabytes, int callers, string? why) =>
        new MachineFit(cores, gigabytes * 1_000_000_000L).WhyNot(Cell(megabytes, callers), Timeout).ShouldBe(why);

    [Fact]
    public void Drain_Uploads_TakesAsLongAsTheirBytes()
    {
        new MachineFit(2, 1).Drain(Cell(1, 300)).ShouldBe(TimeSpan.FromSeconds(1));
        new MachineFit(2, 1).Drain(Rows.Cell("rest look-up 10KB x16")).ShouldBe(TimeSpan.Zero);
    }

    private static Cell Cell(int megabytes, int callers) =>
        Rows.Cell("rest unknown 1MB x4") with { Size = megabytes * 1_000_000L, Load = new LoadShape.Closed(callers) };
}

using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Systems.Analyzer.Suites;

public sealed class CapacityEstimateTests
{
    private const long MB = 1_000_000;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    [Theory]
    [InlineData(2, 16, 100, 100, null)]
    [InlineData(2, 16, 100, 1000, "100GB under way at once cannot be answered within the time-out of 120 s on 2 cores")]
    [InlineData(32, 64, 100, 1000, null)]
    [InlineData(2, 1, 1, 1000, "about 1.5GB of memory would be needed, there are 1GB")]
    public void ObstacleTo_Uploads_IsTheFirstThingThereIsTooLittleOf(int cores, int gigabytes, int megabytes, int callers, string? why) =>
        new CapacityEstimate(cores, gigabytes * 1_000_000_000L)
            .ObstacleTo(Operation.Unknown, megabytes * MB, new LoadShape.Closed(callers), Timeout).ShouldBe(why);

    [Fact]
    public void Drain_Uploads_TakesAsLongAsTheirBytes()
    {
        new CapacityEstimate(2, 1).Drain(Operation.Unknown, MB, new LoadShape.Closed(300)).ShouldBe(TimeSpan.FromSeconds(1));
        new CapacityEstimate(2, 1).Drain(Operation.LookUp, MB, new LoadShape.Closed(300)).ShouldBe(TimeSpan.Zero);
    }
}

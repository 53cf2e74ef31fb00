using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class RatioTests
{
    [Fact]
    public void OfPairs_SameRatioThroughout_IsThatRatioWhateverTheDrift()
    {
        var ratio = Ratio.OfPairs([100, 50, 10], [200, 100, 20])!;

        ratio.Value.ShouldBe(2, 1e-9);
        ratio.Low!.Value.ShouldBe(2, 1e-9);
        ratio.IsDifference.ShouldBeTrue();
    }

    [Fact]
    public void OfPairs_TwiceAndHalf_IsNoDifference()
    {
        var ratio = Ratio.OfPairs([10, 10], [20, 5])!;

        ratio.Value.ShouldBe(1, 1e-9);
        ratio.IsDifference.ShouldBeFalse();
    }

    [Fact]
    public void OfPairs_OnePair_HasNoIntervalAndClaimsNothing()
    {
        var ratio = Ratio.OfPairs([10], [30])!;

        ratio.ShouldBe(new Ratio(ratio.Value, null, null));
        ratio.IsDifference.ShouldBeFalse();
    }

    [Fact]
    public void OfPairs_NothingOrZero_IsNoRatio()
    {
        Ratio.OfPairs([], []).ShouldBeNull();
        Ratio.OfPairs([1, 0], [1, 1]).ShouldBeNull();
    }
}

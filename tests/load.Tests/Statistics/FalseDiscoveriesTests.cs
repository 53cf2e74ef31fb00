using FsCheck;
using FsCheck.Fluent;
using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class FalseDiscoveriesTests
{
    /// <summary>The example of Benjamini and Hochberg's paper (1995, section 4): four are found.</summary>
    [Fact]
    public void Threshold_TheirOwnExample_FindsFour()
    {
        double[] probabilities = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.000];

        FalseDiscoveries.Threshold(probabilities, 0.05).ShouldBe(0.0095);
    }

    [Fact]
    public void Threshold_NothingUnusual_FindsNothing()
    {
        FalseDiscoveries.Threshold([0.04, 0.3, 0.9], 0.05).ShouldBeLessThan(0);
        FalseDiscoveries.Threshold([], 0.05).ShouldBeLessThan(0);
    }

    [Fact]
    public void Threshold_Any_IsTheGreatestThatItsOwnCountAllows() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), bytes =>
    {
        var probabilities = bytes.Select(value => value / 2550.0).ToArray();
        var oracle = probabilities.Where(p => p * probabilities.Length <= 0.05 * probabilities.Count(other => other <= p))
            .DefaultIfEmpty(-1).Max();

        return FalseDiscoveries.Threshold(probabilities, 0.05) == oracle;
    }).QuickCheckThrowOnFailure();
}

using Load.History;

namespace Load.Tests.History;

public sealed class ChangePointsTests
{
    [Fact]
    public void Of_ALevelThatRises_FindsWhereAndByHowMuch()
    {
        var change = ChangePoints.Of([10, 10.1, 9.9, 10, 10.1, 12, 12.1, 11.9, 12, 12.1]).ShouldHaveSingleItem();

        change.Index.ShouldBe(5);
        change.Change.Value.ShouldBe(1.2, 0.01);
    }

    [Fact]
    public void Of_TwoChanges_FindsBoth() =>
        ChangePoints.Of([10, 10.1, 9.9, 10, 10.1, 9.9, 15, 15.1, 14.9, 15, 15.1, 14.9, 10, 10.1, 9.9, 10, 10.1, 9.9])
            .Select(change => change.Index).ShouldBe([6, 12]);

    [Theory]
    [InlineData]
    [InlineData(5.0)]
    [InlineData(5.0, 9.0)]
    [InlineData(5.0, 5.0, 5.0, 5.0, 5.0)]
    public void Of_TooFewOrEqual_FindsNone(params double[] values) => ChangePoints.Of(values).ShouldBeEmpty();

    /// <summary>By chance, a few of a hundred series without a change may have one.</summary>
    [Fact]
    public void Of_NoiseAlone_FindsFew()
    {
        var random = new Random(3);
        var found = Enumerable.Range(0, 100).Count(_ => ChangePoints.Of(Noise(random)).Count > 0);

        found.ShouldBeLessThan(12);
    }

    private static double[] Noise(Random random) =>
        [.. Enumerable.Range(0, 20).Select(_ => 100 + 10 * (random.NextDouble() + random.NextDouble() - 1))];
}

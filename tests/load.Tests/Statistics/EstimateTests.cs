using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class EstimateTests
{
    [Fact]
    public void Of_FourValues_IsStudentsInterval()
    {
        var estimate = Estimate.Of([9.0, 10, 11, 10])!;

        estimate.Mean.ShouldBe(10);
        estimate.HalfWidth!.Value.ShouldBe(3.182 * Math.Sqrt(2.0 / 3) / 2, 1e-9);
        estimate.RelativeHalfWidth!.Value.ShouldBe(estimate.HalfWidth.Value / 10, 1e-9);
    }

    [Fact]
    public void Of_OneValue_HasNoInterval() => Estimate.Of([5.0]).ShouldBe(new Estimate(5, null, 1));

    [Fact]
    public void Of_NoValue_IsNothing() => Estimate.Of([]).ShouldBeNull();

    /// <summary>Values from the usual tables.</summary>
    [Theory]
    [InlineData(1, 12.706)]
    [InlineData(2, 4.303)]
    [InlineData(30, 2.042)]
    [InlineData(40, 2.021)]
    [InlineData(60, 2.000)]
    [InlineData(120, 1.980)]
    [InlineData(100_000, 1.960)]
    public void Quantile975_Degrees_AreThoseOfTheTables(int degrees, double value) =>
        StudentT.Quantile975(degrees).ShouldBe(value, 0.001);
}

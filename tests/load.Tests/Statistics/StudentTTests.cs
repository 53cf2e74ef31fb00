using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class StudentTTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(7)]
    [InlineData(30)]
    [InlineData(64)]
    public void TwoSidedTail_AtTheTable_IsFivePercent(int degrees) =>
        StudentT.TwoSidedTail(StudentT.Quantile975(degrees), degrees).ShouldBe(0.05, 1e-4);

    [Theory]
    [InlineData(1, 1, 0.5)] // Cauchy: its quartiles are -1 and 1
    [InlineData(2, 1.4142135623730951, 0.29289321881345254)] // 1 - t/√(2 + t²)
    [InlineData(5, 0, 1)]
    [InlineData(4, -8.6103, 0.001)]
    [InlineData(9, 4.7809, 0.001)]
    public void TwoSidedTail_KnownPoints_AreMet(int degrees, double t, double tail) =>
        StudentT.TwoSidedTail(t, degrees).ShouldBe(tail, 1e-6);
}

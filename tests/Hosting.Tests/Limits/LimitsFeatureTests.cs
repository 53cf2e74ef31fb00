using Hosting.Limits;

namespace Hosting.Tests.Limits;

public sealed class LimitsFeatureTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(10)]
    [InlineData(19)]
    [InlineData(25)]
    [InlineData(99)]
    [InlineData(1000)]
    public void Allowance_OfAnyRate_IsThatManyInASecond(int requests)
    {
        var allowance = LimitsFeature.Allowance(requests);

        allowance.TokenLimit.ShouldBe(requests);
        (allowance.TokensPerPeriod / allowance.ReplenishmentPeriod.TotalSeconds).ShouldBe(requests, tolerance: 1e-6);
    }
}

using Load.Systems.Analyzer.Abuse;

namespace Load.Tests.Systems.Analyzer.Abuse;

public sealed class FloodTests
{
    [Theory]
    [InlineData(20_000, "half-headers")]
    [InlineData(int.MaxValue, "half-headers")]
    [InlineData(1_024, "half-headers-512")]
    public void HalfHeaders_Handles_NameTheRowWhenTheyAreTooFew(int handles, string name) => Flood.HalfHeaders(handles).Name.ShouldBe(name);
}

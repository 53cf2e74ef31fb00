using Load.Machine;
using Load.Systems.Analyzer.Abuse;

namespace Load.Tests.Systems.Analyzer.Abuse;

public sealed class FloodTests
{
    [Theory]
    [InlineData(20_000, "half-headers")]
    [InlineData(int.MaxValue, "half-headers")]
    [InlineData(1_024, "half-headers-512")]
    public void HalfHeaders_Handles_NameTheRowWhenTheyAreTooFew(int handles, string name) => Flood.HalfHeaders(handles).Name.ShouldBe(name);

    [Theory]
    [InlineData("Max open files            20000                524288               files     ", 20_000)]
    [InlineData("Max open files            unlimited            unlimited            files     ", int.MaxValue)]
    [InlineData("Max processes             7                    7                    processes ", int.MaxValue)]
    public void HandleLimit_TableOfLimits_IsTheSoftOne(string row, int limit) =>
        OpenFileLimit.Read(["Limit                     Soft Limit           Hard Limit           Units     ", row]).ShouldBe(limit);
}

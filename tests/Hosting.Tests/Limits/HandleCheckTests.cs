using Hosting.Limits;

namespace Hosting.Tests.Limits;

public sealed class HandleCheckTests
{
    [Theory]
    [InlineData(60, false)]
    [InlineData(511, false)]
    [InlineData(512, true)]
    [InlineData(null, true)]
    public void Problem_FewerHandlesThanTheProgramItself_IsToldWithTheNumberThatIsNeeded(int? limit, bool starts) =>
        HandleCheck.Problem(limit).ShouldBe(starts ? null : $"The system allows {limit} open handles, and the program alone needs 512: "
            + "raise the limit (LimitNOFILE in the unit, ulimit -n in a shell).");

    [Fact]
    public void Read_OfAMachineWithoutTheFile_IsUnknown() =>
        HandleLimit.Read(Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}")).ShouldBeNull();
}

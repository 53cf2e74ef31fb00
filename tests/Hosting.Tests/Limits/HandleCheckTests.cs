using Hosting.Limits;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Limits;

public sealed class HandleCheckTests
{
    [Fact]
    public void Needed_ForClients_LeavesRoomForTheRest() => HandleCheck.Needed(4096).ShouldBe(4608);

    [Theory]
    [InlineData(1024, 1)]
    [InlineData(4607, 1)]
    [InlineData(4608, 0)]
    [InlineData(null, 0)]
    public void Tell_SystemThatAllowsSoMany_WarnsWithTheNumberThatIsNeeded(int? limit, int warnings)
    {
        var log = new LogSink();

        HandleCheck.Tell(log.CreateLogger("start"), HelloApp.Host, 4096, limit);

        log.Records.Select(record => record.Message).ShouldBe(Enumerable.Repeat(
            $"The system allows {limit} open handles, and 4608 are needed with Hello:Clients:MaxConnections=4096: raise the limit "
            + "(LimitNOFILE in the unit, ulimit -n in a shell), or lower the setting. Until then clients may be refused.", warnings));
    }

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

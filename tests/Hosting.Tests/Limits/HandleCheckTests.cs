using Hosting.Limits;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Limits;

public sealed class HandleCheckTests
{
    [Fact]
    public void Needed_ForClients_LeavesRoomForTheRest() => HandleCheck.Needed(4096).ShouldBe(4352);

    [Theory]
    [InlineData(1024, 1)]
    [InlineData(4351, 1)]
    [InlineData(4352, 0)]
    [InlineData(null, 0)]
    public void Tell_SystemThatAllowsSoMany_WarnsWithTheNumberThatIsNeeded(int? limit, int warnings)
    {
        var log = new LogSink();

        HandleCheck.Tell(log.CreateLogger("start"), HelloApp.Host, 4096, limit);

        log.Records.Select(record => record.Message).ShouldBe(Enumerable.Repeat(
            $"The system allows {limit} open handles, and 4352 are needed with Hello:Clients:MaxConnections=4096: raise the limit "
            + "(LimitNOFILE in the unit, ulimit -n in a shell), or lower the setting. Until then clients may be refused.", warnings));
    }

    [Fact]
    public void Read_OfAMachineWithoutTheFile_IsUnknown() =>
        HandleLimit.Read(Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}")).ShouldBeNull();
}

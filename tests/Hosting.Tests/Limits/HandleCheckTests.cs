using Hosting.Limits;

namespace Hosting.Tests.Limits;

public sealed class HandleCheckTests
{
    [Fact]
    public void Needed_ForClients_LeavesRoomForTheRest() => HandleCheck.Needed(4096).ShouldBe(4352);

    [Fact]
    public void Read_OfAMachineWithoutTheFile_IsUnknown() =>
        HandleLimit.Read(Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}")).ShouldBeNull();
}

using Load.Machine;

namespace Load.Tests.Machine;

public sealed class MachineIdleTests
{
    private static readonly string[] Lines =
    [
        "cpu  1919076 26039 357104 713531 6269 0 40957 2120 0 0",
        "cpu0 953725 12443 173222 371394 1108 0 20124 1012 0 0",
        "cpu1 965351 13595 183881 342136 5161 0 20832 1108 0 0",
        "intr 34235111 0 0",
    ];

    [Fact]
    public void FromStatistics_AllProcessorsOurs_SumsIdleAndWaiting() =>
        MachineIdle.FromStatistics(Lines, processors: 2).ShouldBe(TimeSpan.FromSeconds(7135.31 + 62.69));

    [Fact]
    public void FromStatistics_OfAMachineWithMoreProcessorsThanOurs_TellsNothing() =>
        MachineIdle.FromStatistics(Lines, processors: 1).ShouldBeNull();

    [Fact]
    public void Now_TwiceInARow_NeverGoesBack() => (MachineIdle.Now() <= MachineIdle.Now()).ShouldBe(MachineIdle.Now() is not null);
}

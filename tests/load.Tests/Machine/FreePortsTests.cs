using Load.Machine;

namespace Load.Tests.Machine;

/// <summary>Ports for programs that are started later: nobody else may draw one of them before the program listens.</summary>
public sealed class FreePortsTests
{
    private static readonly int[] Alone = [0];

    [Fact]
    public void Find_BeforeAnyoneListens_DrawsOtherPorts()
    {
        var ports = Enumerable.Range(0, 20).Select(_ => FreePorts.Find(Alone)).ToHashSet();

        // A port may be drawn twice by chance; all of them are one port if each call begins the same sequence.
        ports.Count.ShouldBeGreaterThan(10);
    }

    [Fact]
    public void Find_BesideTestsThatDrawPorts_StaysOutOfTheirRange()
    {
        var drawnByTests = Enumerable.Range(0, 200).Select(_ => LoopbackPort.FindFree()).Max();

        Enumerable.Range(0, 200).Select(_ => FreePorts.Find(Alone)).Min().ShouldBeGreaterThan(drawnByTests);
    }
}

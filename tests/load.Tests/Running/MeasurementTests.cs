using Load.Running;
using Load.Server;
using Load.Suites;

namespace Load.Tests.Running;

public sealed class MeasurementTests
{
    private static readonly Suite Quick = QuickSuite.Create(ownFiles: false);

    [Fact]
    public void Order_TwoRepeats_IsMirrored()
    {
        var order = Measurement.Order(Quick with { Repeats = 2 }).ToArray();

        order.Take(Quick.Cells.Count).Select(slot => slot.Cell).ShouldBe(Quick.Cells);
        order.Select(slot => slot.Cell).ShouldBe(order.Reverse().Select(slot => slot.Cell));
        order.Select(slot => slot.Repeat).Distinct().ShouldBe([1, 2]);
    }

    [Fact]
    public void Order_Ladder_IsClimbedUpwardsEveryTime()
    {
        var stress = StressSuite.Create() with { Repeats = 2 };

        Measurement.Order(stress).Select(slot => slot.Cell).ShouldBe([.. stress.Cells, .. stress.Cells]);
    }

    [Fact]
    public void WarmUps_Suite_DoesEachThingOnceWithTheSmallestFile()
    {
        var warmUps = Measurement.WarmUps(Quick, ServiceSettings.Default).ToArray();

        warmUps.Select(cell => (cell.Transport, cell.Operation)).ShouldBeUnique();
        warmUps.Length.ShouldBe(6);
        warmUps.ShouldAllBe(cell => cell.Size == 10_000);
    }
}

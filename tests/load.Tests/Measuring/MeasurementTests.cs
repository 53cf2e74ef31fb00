using Load.Measuring;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Measuring;

public sealed class MeasurementTests
{
    private static readonly Suite Quick = QuickSuite.Create(new AnalyzerRequest());

    [Fact]
    public void Order_TwoRepeats_IsMirrored()
    {
        var order = Measurement.Order(Quick.Cases, repeats: 2).ToArray();

        order.Take(Quick.Cases.Count).Select(iteration => iteration.Case).ShouldBe(Quick.Cases);
        order.Select(iteration => iteration.Case).ShouldBe(order.Reverse().Select(iteration => iteration.Case));
        order.Select(iteration => iteration.Repeat).Distinct().ShouldBe([1, 2]);
    }

    [Fact]
    public void WarmUps_Suite_DoesEachThingOnceWithTheSmallestFile()
    {
        var warmUps = Measurement.WarmUps(Quick, Quick.Cases[0].Setup).ToArray();

        warmUps.Select(one => one.Kind).ShouldBeUnique();
        warmUps.Length.ShouldBe(6);
        warmUps.ShouldAllBe(one => one["size"] == "10KB");
    }
}

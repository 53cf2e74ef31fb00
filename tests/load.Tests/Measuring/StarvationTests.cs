using System.Diagnostics;
using Load.Machine;
using Load.Measuring;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class StarvationTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void Of_QueueWhileProcessorsAreIdle_IsOneStretch()
    {
        var stretch = Starvation.Of(Pool((0, 300, 5), (300, 1000, 0)), Busy(0.2), cores: 2).ShouldHaveSingleItem();

        stretch.From.ShouldBe(Rows.Noon);
        stretch.Length.ShouldBe(TimeSpan.FromMilliseconds(290));
    }

    [Fact]
    public void Of_QueueWhileProcessorsAreBusy_IsTheMachinesLimitNotThePools() =>
        Starvation.Of(Pool((0, 1000, 5)), Busy(0.9), cores: 2).ShouldBeEmpty();

    [Fact]
    public void Of_ProcessorsBusyWithSomethingElse_IsTheMachinesLimitToo()
    {
        var busyWithOthers = Busy(0.2).Select((look, i) => look with { Idle = i * 0.05 * Second }); // 0.1 of a processor idle

        Starvation.Of(Pool((0, 1000, 5)), [.. busyWithOthers], cores: 2).ShouldBeEmpty();
    }

    [Fact]
    public void Of_UnknownProcessors_ClaimsNothing() => Starvation.Of(Pool((0, 1000, 5)), [], cores: 2).ShouldBeEmpty();

    [Fact]
    public void Of_QueueThatIsEmptyForAMoment_IsStillTheSameStretch()
    {
        Starvation.Of(Pool((0, 200, 1), (200, 220, 0), (220, 500, 1)), Busy(0.2), cores: 2).Count.ShouldBe(1);
        Starvation.Of(Pool((0, 200, 1), (200, 400, 0), (400, 600, 1)), Busy(0.2), cores: 2).Count.ShouldBe(2);
    }

    [Fact]
    public void Of_ShortQueue_IsAHiccup() =>
        Starvation.Of(Pool((0, 500, 0), (500, 560, 9), (560, 1000, 0)), Busy(0.2), cores: 2).ShouldBeEmpty();

    /// <summary>A look every 10 ms; so many work items waited from one millisecond to another.</summary>
    private static PoolLook[] Pool(params (int From, int To, long Queue)[] stretches) =>
    [
        .. from stretch in stretches
           from i in Enumerable.Range(stretch.From / 10, (stretch.To - stretch.From) / 10)
           select new PoolLook(Rows.Noon.AddMilliseconds(10 * i), 2, stretch.Queue, 0),
    ];

    /// <summary>Two seconds from a second before noon, with that share of two processors busy, half of it in the lab.</summary>
    private static MonitorSample[] Busy(double share) =>
    [
        .. Enumerable.Range(0, 13).Select(i => 0.25 * i * Second).Select(at => Rows.Look(
            (long)(at.TotalSeconds * Stopwatch.Frequency), Rows.Noon - Second + at,
            new ProcessUsage(share * at, 1, 1, 1), new ProcessUsage(share * at, 1, 1, 1), 0)),
    ];
}

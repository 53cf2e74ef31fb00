using FsCheck;
using FsCheck.Fluent;
using NBomber.Contracts;
using NBomber.CSharp;
using NBomber.Engine;

namespace NBomber.Tests.Engine;

public sealed class CopyScheduleTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void PeriodsOf_ConstantAfterConstant_IsOnePeriodWhileTheCopyIsNeeded()
    {
        LoadSimulation[] simulations = [Simulation.KeepConstant(2, Second), Simulation.KeepConstant(3, Second)];

        CopySchedule.MaxCopies(simulations).ShouldBe(3);
        CopySchedule.PeriodsOf(0, simulations).ShouldBe([new(TimeSpan.Zero, 2 * Second)]);
        CopySchedule.PeriodsOf(2, simulations).ShouldBe([new(Second, 2 * Second)]);
    }

    [Fact]
    public void PeriodsOf_RampUpAndDown_BringsTheLastCopyLastAndSendsItFirst()
    {
        LoadSimulation[] simulations = [Simulation.RampingConstant(4, 4 * Second), Simulation.RampingConstant(0, 4 * Second)];

        CopySchedule.PeriodsOf(0, simulations).ShouldBe([new(TimeSpan.Zero, 8 * Second)]);
        CopySchedule.PeriodsOf(3, simulations).ShouldBe([new(3 * Second, 5 * Second)]);
    }

    [Fact]
    public void PeriodsOf_AllCopies_AddUpToTheAreaUnderTheLevels() =>
        Prop.ForAll(ArbMap.Default.ArbFor<(byte Kind, byte Copies, byte Seconds)[]>(), parts =>
        {
            LoadSimulation[] simulations = [Simulation.KeepConstant(0, Second), .. parts.Select(Make)];
            var worked = Enumerable.Range(0, CopySchedule.MaxCopies(simulations))
                .Sum(copy => CopySchedule.PeriodsOf(copy, simulations).Sum(period => (period.End - period.Start).TotalSeconds));
            return Math.Abs(worked - Area(simulations)) < 1e-3;
        }).QuickCheckThrowOnFailure();

    private static LoadSimulation Make((byte Kind, byte Copies, byte Seconds) part)
    {
        var during = (1 + part.Seconds % 5) * Second;
        return part.Kind % 2 == 0
            ? Simulation.KeepConstant(part.Copies % 20, during)
            : Simulation.RampingConstant(part.Copies % 20, during);
    }

    /// <summary>Copy-seconds; a ramp is a staircase whose steps lie half a copy above the line.</summary>
    private static double Area(LoadSimulation[] simulations)
    {
        var (area, before) = (0.0, 0);
        foreach (var simulation in simulations)
        {
            var level = simulation switch
            {
                LoadSimulation.KeepConstant s => s.Copies,
                LoadSimulation.RampingConstant s => s.Copies,
                _ => 0,
            };
            var ramp = simulation is LoadSimulation.RampingConstant;
            area += simulation.During.TotalSeconds * (ramp ? (before + level) / 2.0 + (before == level ? 0 : 0.5) : level);
            before = level;
        }

        return area;
    }
}

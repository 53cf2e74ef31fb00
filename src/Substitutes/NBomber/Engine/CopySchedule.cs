using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>When which copy of the closed model is at work: copy 0 first, and on the way down the last copy leaves first.</summary>
internal static class CopySchedule
{
    public static int MostCopies(IEnumerable<LoadSimulation> simulations) => simulations.Max(Level);

    /// <summary>In order, apart from each other, none empty.</summary>
    public static IReadOnlyList<ActivePeriod> PeriodsOf(int copy, IEnumerable<LoadSimulation> simulations)
    {
        var periods = new List<ActivePeriod>();
        var (start, before) = (TimeSpan.Zero, 0);
        foreach (var simulation in simulations)
        {
            var level = Level(simulation);
            var from = simulation is LoadSimulation.RampingConstant ? before : level;
            var period = new ActivePeriod(
                start + (copy < from ? TimeSpan.Zero : simulation.During * ShareOfRamp(copy, from, level)),
                start + (copy < level ? simulation.During : simulation.During * ShareOfRamp(copy, from, level)));
            Append(periods, period);
            (start, before) = (start + simulation.During, level);
        }

        return periods;
    }

    /// <summary>How far into a ramp the copy comes or goes, 0 to 1; beyond both levels it never comes.</summary>
    private static double ShareOfRamp(int copy, int from, int to) =>
        copy >= from && copy >= to ? 0
        : from < to ? (double)(copy - from) / (to - from)
        : (double)(from - copy) / (from - to);

    private static void Append(List<ActivePeriod> periods, ActivePeriod period)
    {
        if (period.Start >= period.End)
        {
            return;
        }

        if (periods is [.., var last] && last.End == period.Start)
        {
            periods[^1] = last with { End = period.End };
        }
        else
        {
            periods.Add(period);
        }
    }

    private static int Level(LoadSimulation simulation) => simulation switch
    {
        LoadSimulation.KeepConstant s => s.Copies,
        LoadSimulation.RampingConstant s => s.Copies,
        _ => 0,
    };
}

using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>The periods in which each copy of the closed model works: copy 0 comes first and leaves last.</summary>
internal static class CopySchedule
{
    public static int MaxCopies(IEnumerable<LoadSimulation> simulations) => simulations.Max(Level);

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

    /// <summary>The share of a ramp, 0 to 1, after which the copy comes or goes; a copy above both levels never comes.</summary>
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

/// <summary>A stretch of time, counted from the start of the load, without its end.</summary>
internal readonly record struct ActivePeriod(TimeSpan Start, TimeSpan End);

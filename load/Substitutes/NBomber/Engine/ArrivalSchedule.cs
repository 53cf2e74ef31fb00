using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>The due times of the iterations of the open model.</summary>
internal static class ArrivalSchedule
{
    /// <returns>Times from the start of the load, ascending, made as they are asked for.</returns>
    public static IEnumerable<TimeSpan> Of(IEnumerable<LoadSimulation> simulations, Random random)
    {
        var (start, rateBefore) = (TimeSpan.Zero, 0.0);
        foreach (var simulation in simulations)
        {
            var arrivals = simulation switch
            {
                LoadSimulation.Inject s => Even(s.Rate, s.Interval, s.During),
                LoadSimulation.RampingInject s => Ramp(rateBefore, s.Rate / s.Interval.TotalSeconds, s.During),
                LoadSimulation.InjectRandom s => Drawn(s, random),
                _ => [],
            };
            foreach (var arrival in arrivals)
            {
                yield return start + arrival;
            }

            start += simulation.During;
            rateBefore = RatePerSecond(simulation);
        }
    }

    private static IEnumerable<TimeSpan> Even(int rate, TimeSpan interval, TimeSpan during)
    {
        // k·interval/rate rather than a sum of steps: no rounding error piles up.
        for (long k = 0; rate > 0; k++)
        {
            var due = new TimeSpan((long)((Int128)k * interval.Ticks / rate));
            if (due >= during)
            {
                yield break;
            }

            yield return due;
        }
    }

    /// <summary>
    /// With the rate going from a to b in d seconds, a·t + (b − a)·t²/2d arrivals are due by t. The k-th is due where that is k;
    /// 2k / (a + √(a² + 2k·(b − a)/d)) is that root without the cancellation of the textbook form.
    /// </summary>
    private static IEnumerable<TimeSpan> Ramp(double from, double to, TimeSpan during)
    {
        var seconds = during.TotalSeconds;
        var slope = (to - from) / seconds;
        var total = (long)((from + to) / 2 * seconds);
        for (long k = 0; k < total; k++)
        {
            yield return TimeSpan.FromSeconds(k == 0 ? 0 : 2 * k / (from + Math.Sqrt(from * from + 2 * k * slope)));
        }
    }

    private static IEnumerable<TimeSpan> Drawn(LoadSimulation.InjectRandom simulation, Random random)
    {
        for (var start = TimeSpan.Zero; start < simulation.During; start += simulation.Interval)
        {
            var rate = (int)random.NextInt64(simulation.MinRate, simulation.MaxRate + 1L);
            var left = simulation.During - start;
            foreach (var due in Even(rate, simulation.Interval, left < simulation.Interval ? left : simulation.Interval))
            {
                yield return start + due;
            }
        }
    }

    private static double RatePerSecond(LoadSimulation simulation) => simulation switch
    {
        LoadSimulation.Inject s => s.Rate / s.Interval.TotalSeconds,
        LoadSimulation.RampingInject s => s.Rate / s.Interval.TotalSeconds,
        LoadSimulation.InjectRandom s => (s.MinRate + s.MaxRate) / 2.0 / s.Interval.TotalSeconds,
        _ => 0,
    };
}

namespace NBomber.Contracts;

/// <summary>One stretch of load; made by <see cref="CSharp.Simulation"/>.</summary>
public abstract record LoadSimulation
{
    private LoadSimulation(TimeSpan during) => During = during;

    internal TimeSpan During { get; }

    /// <summary>Closed: <paramref name="Copies"/> loops, each starting its next iteration when the last one ended.</summary>
    internal sealed record KeepConstant(int Copies, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Closed: linear from the copies running before to <paramref name="Copies"/>.</summary>
    internal sealed record RampingConstant(int Copies, TimeSpan Time) : LoadSimulation(Time);

    /// <summary>Open: <paramref name="Rate"/> arrivals per <paramref name="Interval"/>, whatever became of the ones before.</summary>
    internal sealed record Inject(int Rate, TimeSpan Interval, TimeSpan Time) : LoadSimulation(Time)
    {
        /// <summary>The due times, from the start of the stretch.</summary>
        public IEnumerable<TimeSpan> Arrivals()
        {
            // k·interval/rate rather than a sum of steps: no rounding error piles up.
            for (long k = 0; Rate > 0; k++)
            {
                var due = new TimeSpan((long)((Int128)k * Interval.Ticks / Rate));
                if (due >= During)
                {
                    yield break;
                }

                yield return due;
            }
        }
    }
}

using System.Diagnostics;
using NBomber.Contracts;

namespace Load.Measuring;

/// <summary>The schedule of the open model: stretches of an even rate, one after the other.</summary>
/// <param name="Stretches">Requests per second, and for how long.</param>
internal sealed record ArrivalPlan(IReadOnlyList<(int PerSecond, TimeSpan Length)> Stretches)
{
    /// <summary>Requests in all.</summary>
    public long Offered => Stretches.Sum(CountOf);

    /// <summary>The same for NBomber.</summary>
    public IEnumerable<LoadSimulation> Simulations => Stretches.Select(
        stretch => NBomber.CSharp.Simulation.Inject(stretch.PerSecond, TimeSpan.FromSeconds(1), stretch.Length));

    /// <summary>
    /// The due time of the k-th request, in Stopwatch ticks from the first. Requests beyond the plan follow at the last rate.
    /// </summary>
    public double DueAt(long k)
    {
        var begin = 0.0;
        var stretch = 0;
        while (stretch < Stretches.Count - 1 && CountOf(Stretches[stretch]) is var count && k >= count)
        {
            k -= count;
            begin += Stretches[stretch++].Length.TotalSeconds;
        }

        return (begin + (double)k / Stretches[stretch].PerSecond) * Stopwatch.Frequency;
    }

    private static long CountOf((int PerSecond, TimeSpan Length) stretch) =>
        (long)Math.Ceiling(stretch.PerSecond * stretch.Length.TotalSeconds - 1e-6);
}

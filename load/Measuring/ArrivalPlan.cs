using System.Diagnostics;
using NBomber.Contracts;

namespace Load.Measuring;

/// <summary>When the requests of the open model are due: stretches of an even rate, one after the other.</summary>
/// <param name="Stretches">Requests per second, and for how long.</param>
internal sealed record ArrivalPlan(IReadOnlyList<(int PerSecond, TimeSpan Length)> Stretches)
{
    /// <summary>Requests in all.</summary>
    public long Offered => Stretches.Sum(CountOf);

    /// <summary>The same for NBomber.</summary>
    public IEnumerable<LoadSimulation> Simulations => Stretches.Select(
        stretch => NBomber.CSharp.Simulation.Inject(stretch.PerSecond, TimeSpan.FromSeconds(1), stretch.Length));

    /// <summary>When the k-th is due: Stopwatch ticks from the first. More than were planned follow at the last rate.</summary>
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

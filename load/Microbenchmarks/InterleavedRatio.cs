using System.Diagnostics;

namespace Microbenchmarks;

/// <summary>
/// The ratio of <see cref="AnalysisBenchmarks"/> on a machine that others use too: both take turns (ABBA), so that whatever disturbs one
/// disturbs the other, and what is compared is the sum of each turn's four.
/// </summary>
internal static class InterleavedRatio
{
    private const int WarmUps = 30;
    private const int Rounds = 200;

    public static void Print()
    {
        var benchmarks = new AnalysisBenchmarks();
        var ratios = new double[Rounds];
        for (var round = -WarmUps; round < Rounds; round++)
        {
            var hash = Time(benchmarks.Sha256Alone);
            var pass = Time(benchmarks.OnePass) + Time(benchmarks.OnePass);
            hash += Time(benchmarks.Sha256Alone);
            ratios[Math.Max(round, 0)] = hash / pass;
        }

        Array.Sort(ratios);
        Console.WriteLine($"Rate of one pass over the rate of SHA-256 alone, 10 MB PDF, {Rounds} interleaved rounds:");
        Console.WriteLine($"median {ratios[Rounds / 2]:0.000}, middle half {ratios[Rounds / 4]:0.000} to {ratios[Rounds * 3 / 4]:0.000}");
    }

    private static double Time<T>(Func<T> action)
    {
        var start = Stopwatch.GetTimestamp();
        GC.KeepAlive(action());
        return Stopwatch.GetElapsedTime(start).TotalMilliseconds;
    }
}

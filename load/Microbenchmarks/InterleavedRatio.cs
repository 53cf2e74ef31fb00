namespace Microbenchmarks;

/// <summary>
/// The ratio of <see cref="AnalysisBenchmarks"/> for a machine that others use too (<c>dotnet run --project load/Microbenchmarks --
/// ratio</c>): both take turns, ABBA, so that whatever disturbs one disturbs the other.
/// </summary>
internal static class InterleavedRatio
{
    private const int WarmUps = 5;
    private const int Rounds = 40;
    private const int TurnsPerRound = 5;

    private static readonly CpuClock Clock = new();

    public static void Print()
    {
        var benchmarks = new AnalysisBenchmarks();
        var ratios = Enumerable.Range(0, WarmUps + Rounds).Select(_ => Round(benchmarks)).ToArray()[WarmUps..].Order().ToArray();
        Console.WriteLine($"Rate of one pass over the rate of SHA-256 alone, 10 MB PDF, {Rounds} interleaved rounds, processor time:");
        Console.WriteLine($"median {ratios[Rounds / 2]:0.000}, middle half {ratios[Rounds / 4]:0.000} to {ratios[Rounds * 3 / 4]:0.000}");
    }

    private static double Round(AnalysisBenchmarks benchmarks)
    {
        var (hash, pass) = (0.0, 0.0);
        for (var turn = 0; turn < TurnsPerRound; turn++)
        {
            hash += Time(benchmarks.Sha256Alone);
            pass += Time(benchmarks.OnePass) + Time(benchmarks.OnePass);
            hash += Time(benchmarks.Sha256Alone);
        }

        return hash / pass;
    }

    private static long Time<T>(Func<T> action)
    {
        var start = Clock.GetTimestamp();
        GC.KeepAlive(action());
        return Clock.GetTimestamp() - start;
    }
}

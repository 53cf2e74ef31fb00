using System.Diagnostics;

namespace Microbenchmarks;

/// <summary>
/// What correlations hold while matches come for minutes (<c>dotnet run --project load/Microbenchmarks -- sigma-memory [MINUTES]</c>): a
/// line for each tenth of the time. The two correlations are those whose cost is measured; every window is full after the first of them.
/// </summary>
internal static class SigmaMemory
{
    private const int Lines = 10;

    public static void Print(TimeSpan time)
    {
        var benchmarks = new CorrelationBenchmarks();
        benchmarks.Setup();
        var (start, matches) = (Stopwatch.GetTimestamp(), 0L);
        for (var line = 1; line <= Lines; line++)
        {
            while (Stopwatch.GetElapsedTime(start) < time * line / Lines)
            {
                GC.KeepAlive(benchmarks.EventCount() + benchmarks.ValueCount());
                matches += 2 * CorrelationBenchmarks.Matches;
            }

            var heap = GC.GetTotalMemory(forceFullCollection: true);
            Console.WriteLine(
                $"{Stopwatch.GetElapsedTime(start).TotalSeconds,6:0} s {matches,16:n0} matches, heap {heap / 1e6:0.0} MB, " +
                $"process {Environment.WorkingSet / 1e6:0} MB");
        }
    }
}

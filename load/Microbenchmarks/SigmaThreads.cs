using System.Diagnostics;
using Sigma.Engine.Matching;

namespace Microbenchmarks;

/// <summary>
/// How many times as many records two threads judge as one, each with a matcher of its own over rules that they share
/// (<c>dotnet run --project load/Microbenchmarks -- sigma-threads</c>). One thread and two take turns. The figure says something only on
/// a machine with two processors that have nothing else to do.
/// </summary>
internal static class SigmaThreads
{
    private const int Records = 4_500;
    private const int Rounds = 21;
    private const int WarmUps = 5;
    private const int Seed = 1;
    private static readonly TimeSpan Span = TimeSpan.FromMilliseconds(300);

    public static void Print()
    {
        Console.WriteLine("Records of two threads over those of one in the same time, median and middle half:");
        foreach (var name in (string[])["case-1", "case-4", "10000-mixed", SigmaCase.Windows])
        {
            var one = SigmaCase.Of(name, SigmaCase.RecordsOf(name, Records, Seed));
            var ratios = Enumerable.Range(0, WarmUps + Rounds).Select(_ => Ratio(one)).ToArray()[WarmUps..].Order().ToArray();
            Console.WriteLine($"{name,-16} {ratios[Rounds / 2]:0.000} ({ratios[Rounds / 4]:0.000} to {ratios[Rounds * 3 / 4]:0.000})");
        }
    }

    /// <summary>ABBA: what slows the machine down for a moment slows both.</summary>
    private static double Ratio(SigmaCase one)
    {
        var (before, first, second, after) = (Judge(one, 1), Judge(one, 2), Judge(one, 2), Judge(one, 1));
        return (first + second) / (before + after);
    }

    /// <returns>Records a second.</returns>
    private static double Judge(SigmaCase one, int threads)
    {
        var judged = new long[threads];
        var start = Stopwatch.GetTimestamp();
        var running = Enumerable.Range(0, threads)
            .Select(thread => new Thread(() => judged[thread] = JudgeOn(one.NewMatcher(), one, start))).ToList();
        running.ForEach(thread => thread.Start());
        running.ForEach(thread => thread.Join());
        return judged.Sum() / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    private static long JudgeOn(RecordMatcher matcher, SigmaCase one, long start)
    {
        var judged = 0L;
        while (Stopwatch.GetElapsedTime(start) < Span)
        {
            foreach (var record in one.Records)
            {
                matcher.Evaluate(record);
            }

            judged += one.Records.Count;
        }

        return judged;
    }
}

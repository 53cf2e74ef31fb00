using System.Diagnostics;

namespace Microbenchmarks;

/// <summary>
/// The processor time of each Sigma case over that of one pass of a JSON reader over the same records
/// (<c>dotnet run --project load/Microbenchmarks -- sigma [CASE...]</c>): both take turns, ABBA, so that whatever disturbs one disturbs
/// the other.
/// </summary>
internal static class SigmaRatios
{
    private const int Records = 4_500;
    private const int Rounds = 21;
    private const int Seed = 1;

    /// <summary>The runtime compiles a case anew, in the background, for the first half second.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);

    private static readonly CpuClock Clock = new();

    /// <param name="only">The cases; none for all.</param>
    public static void Print(IReadOnlyList<string> only)
    {
        Console.WriteLine("Processor time over that of one Utf8JsonReader pass, median and middle half; ns a record at the median.");
        if (SigmaRecords.Published(Records) is { } published)
        {
            Console.WriteLine("The nine published records:");
            Print(SigmaCase.Published.Where(IsWanted).Select(name => SigmaCase.Of(name, published)));
        }

        Console.WriteLine("Distinct records:");
        var distinct = SigmaRecords.Distinct(Records, Seed);
        Print(SigmaCase.Distinct.Where(IsWanted).Select(name => SigmaCase.Of(name, distinct)));
        Console.WriteLine("Events of Windows:");
        Print(new[] { SigmaCase.Windows }.Where(IsWanted).Select(name => SigmaCase.Of(name, SigmaWindows.MakeEvents(Records))));

        bool IsWanted(string name) => only.Count == 0 || only.Contains(name);
    }

    private static void Print(IEnumerable<SigmaCase> cases)
    {
        foreach (var one in cases)
        {
            for (var watch = Stopwatch.StartNew(); watch.Elapsed < WarmUp;)
            {
                Round(one);
            }

            var rounds = Enumerable.Range(0, Rounds).Select(_ => Round(one)).ToArray();
            var ratios = rounds.Select(round => round.Own / (double)round.Reader).Order().ToArray();
            var nanoseconds = rounds.Select(round => round.Own).Order().ElementAt(Rounds / 2) * 100.0 / 2 / one.Records.Count;
            var (low, median, high) = (ratios[Rounds / 4], ratios[Rounds / 2], ratios[Rounds * 3 / 4]);
            Console.WriteLine($"{one.Name,-42} {median:0.000} ({low:0.000} to {high:0.000}) {nanoseconds:0}");
        }
    }

    private static (long Own, long Reader) Round(SigmaCase one)
    {
        var reader = Time(() => SigmaBenchmarks.Read(one.Records));
        var own = Time(one.Evaluate) + Time(one.Evaluate);
        return (own, reader + Time(() => SigmaBenchmarks.Read(one.Records)));
    }

    private static long Time(Func<long> action)
    {
        var start = Clock.GetTimestamp();
        GC.KeepAlive(action());
        return Clock.GetTimestamp() - start;
    }
}

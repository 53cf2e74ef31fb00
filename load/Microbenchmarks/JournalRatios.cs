using Journal.Log.Hashing;

namespace Microbenchmarks;

/// <summary>
/// What the journal's hashing and replay take beside the least that they could take, in processor time
/// (<c>dotnet run --project load/Microbenchmarks -- journal</c>): both take turns, ABBA, so that whatever disturbs one disturbs the other.
/// </summary>
internal static class JournalRatios
{
    private const int WarmUps = 5;
    private const int Rounds = 21;
    private const int TreesOfATurn = 20;

    private static readonly CpuClock Clock = new();

    public static void Print()
    {
        Console.WriteLine("The record tree of a frame over one SHA256.HashData for each leaf and node, median and middle half:");
        var tree = new RecordTree();
        Print("one by one", null, tree, HashWay.OneByOne);
        Print("eight lanes (AVX2)", 0.5, tree, HashWay.EightLanes);
        Print("sixteen lanes (AVX-512)", 0.3, tree, HashWay.SixteenLanes);

        Console.WriteLine("A replay with everything verified over bare Brotli decompression:");
        var benchmarks = new JournalBenchmarks();
        benchmarks.Setup();
        try
        {
            Print("replay", 2.2, () => benchmarks.Replay(), () => benchmarks.Brotli());
        }
        finally
        {
            benchmarks.Cleanup();
        }
    }

    private static void Print(string name, double? bar, RecordTree tree, HashWay way)
    {
        if (!HashWays.IsSupported(way))
        {
            Console.WriteLine($"{name,-26} this processor cannot");
            return;
        }

        var hashes = tree.Of(way);
        Print(name, bar, () => Repeat(hashes), () => Repeat(tree.Plain));
    }

    private static void Print(string name, double? bar, Func<long> own, Func<long> least)
    {
        var ratios = Enumerable.Range(0, WarmUps + Rounds).Select(_ => Round(own, least)).ToArray()[WarmUps..].Order().ToArray();
        var (low, median, high) = (ratios[Rounds / 4], ratios[Rounds / 2], ratios[Rounds * 3 / 4]);
        Console.WriteLine($"{name,-26} {median:0.000} ({low:0.000} to {high:0.000}){(bar is null ? "" : $", at most {bar}")}");
    }

    private static double Round(Func<long> own, Func<long> least)
    {
        var first = Time(least);
        var both = Time(own) + Time(own);
        return both / (double)(first + Time(least));
    }

    private static long Repeat(Func<long> tree) => Enumerable.Range(0, TreesOfATurn).Sum(_ => tree());

    private static long Time(Func<long> action)
    {
        var start = Clock.GetTimestamp();
        GC.KeepAlive(action());
        return Clock.GetTimestamp() - start;
    }
}

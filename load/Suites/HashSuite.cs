using System.Globalization;
using Load.Scenarios;
using Load.Server;

namespace Load.Suites;

/// <summary>What a file's identity costs: SHA-256, MD5 and SHA-1, in memory, without a service.</summary>
internal static class HashSuite
{
    private const string Algorithm = "algorithm";
    private const long MB = 1_000_000;

    private static readonly long[] Sizes = [MB, 10 * MB, 100 * MB];
    private static readonly string[] Algorithms = ["SHA-256", "MD5", "SHA-1"];

    public static Suite Create() => new()
    {
        Name = "hash",
        Description = "SHA-256, MD5 and SHA-1 over 1, 10 and 100 MB, through BenchmarkDotNet",
        Cells =
        [
            .. from size in Sizes
               from algorithm in Algorithms
               select new Cell("memory", Operation.Digest, size, new LoadShape.Closed(1), ServiceSettings.Default.With(Algorithm, algorithm)),
        ],
        Repeats = 5,
        Slot = TimeSpan.FromSeconds(3),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own
        CoolDown = TimeSpan.Zero,
        Compared = Algorithm,
        Benchmark = cell => $"*HashBenchmarks.{cell.Dimensions[Algorithm].Replace("-", "")}(Megabytes: {(cell.Size / MB)?.ToString(CultureInfo.InvariantCulture)})",
        Clock = "Times in ms, of processor time. Each sample is the mean of one iteration of BenchmarkDotNet, each repeat a process of its own.",
    };
}

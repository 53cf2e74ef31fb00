using System.Globalization;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Suites;

/// <summary>The cost of a file's identity: SHA-256, MD5 and SHA-1, in memory, without a service.</summary>
internal static class HashSuite
{
    private const string Algorithm = "algorithm";
    private const long MB = 1_000_000;

    private static readonly long[] Sizes = [MB, 10 * MB, 100 * MB];
    private static readonly string[] Algorithms = ["SHA-256", "MD5", "SHA-1"];

    public static SuiteCommand Command() =>
        new("hash", "SHA-256, MD5 and SHA-1 over 1, 10 and 100 MB, through BenchmarkDotNet", (_, _) => Create());

    public static Suite Create() => new()
    {
        Name = "hash",
        Cases = [.. from size in Sizes from algorithm in Algorithms select Of(size, algorithm)],
        Repeats = 5,
        IterationLength = TimeSpan.FromSeconds(3),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own
        CoolDown = TimeSpan.Zero,
        Compared = new ComparedDimension(Algorithm),
        Clock = "Times in ms, of processor time. Each sample is the mean of one iteration of BenchmarkDotNet, each repeat a process of " +
            "its own.",
        DescribeAsync = new AnalyzerRequest().DescribeAsync,
    };

    private static Case Of(long size, string algorithm) => new()
    {
        Dimensions =
        [
            new(AnalyzerDimensions.Transport, "memory"), new(AnalyzerDimensions.File, "digest"),
            Dimension.Bytes(AnalyzerDimensions.Size, size),
            new LoadShape.Closed(1).Dimension, Dimension.Setting(Algorithm, algorithm),
        ],
        Source = new CountSource.Benchmark(string.Create(
            CultureInfo.InvariantCulture, $"*HashBenchmarks.{algorithm.Replace("-", "")}(Megabytes: {size / MB})")),
        Setup = Setup.None with { Name = $"{Algorithm}={algorithm}" },
        BytesPerUnit = size,
    };
}

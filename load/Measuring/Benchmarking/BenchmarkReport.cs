namespace Load.Measuring.Benchmarking;

/// <summary>The output of BenchmarkDotNet's exporter <c>briefjson</c>, as far as it is of interest here.</summary>
/// <param name="Benchmarks">Those that were run.</param>
internal sealed record BenchmarkReport(IReadOnlyList<BenchmarkReport.Benchmark> Benchmarks)
{
    /// <param name="FullName">With parameters, such as <c>Microbenchmarks.HashBenchmarks.Md5(Megabytes: 10)</c>.</param>
    /// <param name="Statistics">Null when the benchmark failed.</param>
    internal sealed record Benchmark(string FullName, BenchmarkStatistics? Statistics);

    /// <param name="OriginalValues">Nanoseconds per operation, one for each iteration that was measured.</param>
    internal sealed record BenchmarkStatistics(IReadOnlyList<double> OriginalValues);
}

using Load.Measuring;
using Load.Measuring.Benchmarking;
using Load.Systems.Analyzer.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Measuring.Benchmarking;

public sealed class BenchmarkRunnerTests
{
    [Fact]
    public void IterationOf_Iterations_AreSamplesWhoseRateIsThatOfOneCaller()
    {
        double[] nanoseconds = [13_559_000, 13_288_352.94, 13_079_529.41, 13_275_411.76, 13_096_705.88];

        var iteration = BenchmarkRunner.IterationOf(2, Rows.Noon, nanoseconds);

        iteration.Repeat.ShouldBe(2);
        iteration.Samples.Count.ShouldBe(5);
        iteration.Rate.ShouldBe(1e9 / 13_259_800, 1e-3);
        var row = new CaseResult(HashSuite.Create().Cases[0], [iteration]);
        row.BytesPerSecond!.Value.ShouldBe(1e15 / 13_259_800, 1e3);
        row.Latencies.Max!.Value.TotalMilliseconds.ShouldBe(13.559, 1e-6);
        row.InvalidReasons.ShouldBeEmpty();
    }

    [Fact]
    public void Benchmark_EveryCase_NamesOneOfTheBenchmarks()
    {
        var hash = HashSuite.Create();

        hash.Cases.Select(one => ((CountSource.Benchmark)one.Source).Filter).ShouldBe(
        [
            "*HashBenchmarks.SHA256(Megabytes: 1)", "*HashBenchmarks.MD5(Megabytes: 1)", "*HashBenchmarks.SHA1(Megabytes: 1)",
            "*HashBenchmarks.SHA256(Megabytes: 10)", "*HashBenchmarks.MD5(Megabytes: 10)", "*HashBenchmarks.SHA1(Megabytes: 10)",
            "*HashBenchmarks.SHA256(Megabytes: 100)", "*HashBenchmarks.MD5(Megabytes: 100)", "*HashBenchmarks.SHA1(Megabytes: 100)",
        ]);
    }
}

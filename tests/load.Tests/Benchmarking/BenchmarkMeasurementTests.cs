using Load.Benchmarking;
using Load.Measured;
using Load.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Benchmarking;

public sealed class BenchmarkMeasurementTests
{
    [Fact]
    public void SlotOf_Iterations_AreSamplesWhoseRateIsThatOfOneCaller()
    {
        var slot = BenchmarkMeasurement.SlotOf(2, Rows.Noon, [13_559_000, 13_288_352.94, 13_079_529.41, 13_275_411.76, 13_096_705.88]);

        slot.Repeat.ShouldBe(2);
        slot.Samples.Count.ShouldBe(5);
        slot.Rate.ShouldBe(1e9 / 13_259_800, 1e-3);
        var row = new Row(HashSuite.Create().Cells[0], 1_000_000, [slot]);
        row.BytesPerSecond!.Value.ShouldBe(1e15 / 13_259_800, 1e3);
        row.Latencies.Max!.Value.TotalMilliseconds.ShouldBe(13.559, 1e-6);
        row.VoidReasons.ShouldBeEmpty();
    }

    [Fact]
    public void Benchmark_EveryCell_NamesOneOfTheBenchmarks()
    {
        var hash = HashSuite.Create();

        hash.Cells.Select(cell => hash.Benchmark!(cell)).ShouldBe(
        [
            "*HashBenchmarks.SHA256(Megabytes: 1)", "*HashBenchmarks.MD5(Megabytes: 1)", "*HashBenchmarks.SHA1(Megabytes: 1)",
            "*HashBenchmarks.SHA256(Megabytes: 10)", "*HashBenchmarks.MD5(Megabytes: 10)", "*HashBenchmarks.SHA1(Megabytes: 10)",
            "*HashBenchmarks.SHA256(Megabytes: 100)", "*HashBenchmarks.MD5(Megabytes: 100)", "*HashBenchmarks.SHA1(Megabytes: 100)",
        ]);
    }
}

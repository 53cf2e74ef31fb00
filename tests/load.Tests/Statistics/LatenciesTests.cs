using System.Diagnostics;
using FsCheck;
using FsCheck.Fluent;
using Load.Statistics;

namespace Load.Tests.Statistics;

public sealed class LatenciesTests
{
    [Fact]
    public void At_AnySamples_IsTheSmallestThatEnoughSamplesDoNotExceed() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonEmptyArray<uint>>(), ArbMap.Default.ArbFor<byte>(), (samples, percent) =>
        {
            var quantile = (1 + percent % 99) / 100.0;
            var ticks = samples.Get.Select(sample => (long)sample).ToArray();
            var oracle = ticks.Where(tick => 100L * ticks.Count(other => other <= tick) >= (1 + percent % 99) * (long)ticks.Length).Min();

            return new Latencies(ticks).At(quantile)!.Value == Time(oracle);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void At_AnySamples_NeverDisagreesWithMinAndMax() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonEmptyArray<uint>>(), samples =>
        {
            var latencies = new Latencies(samples.Get.Select(sample => (long)sample));
            TimeSpan?[] ascending =
            [
                latencies.Min, latencies.At(0.5)!.Value, latencies.At(0.9)!.Value, latencies.At(0.95)!.Value,
                latencies.At(0.99)!.Value, latencies.At(0.999)!.Value, latencies.Max,
            ];
            return ascending.SequenceEqual(ascending.Order()) && latencies.Mean >= latencies.Min && latencies.Mean <= latencies.Max;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void At_Interval_EnclosesTheValue() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonEmptyArray<uint>>(), samples =>
        {
            var latencies = new Latencies(samples.Get.Select(sample => (long)sample));
            return new[] { 0.5, 0.95, 0.99 }.Select(quantile => latencies.At(quantile)!).All(p => !(p.Low > p.Value) &&
                !(p.High < p.Value));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void At_HundredSamples_TakesRanksNotNeighbours()
    {
        var latencies = new Latencies(Enumerable.Range(1, 100).Select(i => (long)i));

        latencies.At(0.95)!.Value.ShouldBe(Time(95));
        latencies.At(0.99)!.Value.ShouldBe(Time(99));
        latencies.SamplesAbove(0.99).ShouldBe(1);
        latencies.At(0.99)!.High.ShouldBeNull(); // a hundred samples do not bound a p99 from above
    }

    [Fact]
    public void At_NoSamples_IsNothing()
    {
        var latencies = new Latencies([]);

        latencies.At(0.5).ShouldBeNull();
        latencies.Mean.ShouldBeNull();
        latencies.Max.ShouldBeNull();
    }

    private static TimeSpan Time(double ticks) => TimeSpan.FromSeconds(ticks / Stopwatch.Frequency);
}

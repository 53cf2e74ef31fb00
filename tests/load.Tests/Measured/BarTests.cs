using System.Diagnostics;
using Load.Measured;
using Load.Metrics;
using Load.Recording;
using Load.Reports.Summary;
using Load.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Measured;

public sealed class BarTests
{
    private static readonly IReadOnlyList<Cell> Pair = [.. MetricsSuite.Create().Cells.Take(2)];

    [Theory]
    [InlineData(100, 100, 100, "kept")]
    [InlineData(100, 90, 90, "missed")]
    [InlineData(100, 90, 110, "these repeats cannot tell, more likely kept")]
    [InlineData(100, 80, 99, "these repeats cannot tell, more likely missed")]
    public void Verdict_RatesOfTwoRepeats_GoesByTheWholeInterval(int without, int first, int second, string verdict)
    {
        var row = Row(without, first, second);

        var bar = Bar.Of([row.Ceiling!, row]).ShouldHaveSingleItem();

        bar.Verdict.ShouldBe(verdict);
        bar.ToString().ShouldStartWith("rest look-up 10KB x16 metrics=on runs at ");
        bar.ToString().ShouldContain("of the rate of rest look-up 10KB x16 metrics=off");
    }

    [Theory]
    [InlineData(10, 10, "kept")]
    [InlineData(20, 20, "missed")]
    [InlineData(10, 20, "these repeats cannot tell, more likely kept")]
    [InlineData(10, 40, "these repeats cannot tell, more likely missed")]
    public void Verdict_TailsOfTwoRepeats_GoesByTheWholeInterval(double first, double second, string verdict)
    {
        var few = new Row(Pair[0], 0, [Rows.Slot(1, (10, Outcome.Ok)), Rows.Slot(2, (10, Outcome.Ok))]);
        var many = new Row(
            Pair[1] with { LeastOfCeiling = null, Baseline = few.Cell.Name, MostOfBaseline = 1.5 }, 0,
            [Rows.Slot(1, (first, Outcome.Ok)), Rows.Slot(2, (second, Outcome.Ok))]) { Baseline = few };

        var bar = Bar.Of([few, many]).ShouldHaveSingleItem();

        bar.Verdict.ShouldBe(verdict);
        bar.ToString().ShouldContain("the p99 of rest look-up 10KB x16 metrics=off");
        bar.ToString().ShouldContain("at most 1.5 × was promised");
    }

    [Fact]
    public void Scrapes_OfAllSlots_AreTakenTogether()
    {
        var slot = Rows.Slot(1, (1, Outcome.Ok)) with { Scrapes = [new TimedScrape(Milliseconds(4), 30_000) { WithinService = Milliseconds(1) }, new TimedScrape(Milliseconds(8), 31_000)] };

        var scrapes = new Row(Pair[1], 0, [slot, slot]).Scrapes!;

        scrapes.ToString().ShouldBe(
            "4 scrapes: within the service p50 1.00 ms, p99 1.00 ms, less than 5.00 ms was promised: kept; " +
            "as asked for p50 4.00 ms, p99 8.00 ms, less than 5.00 ms was promised: missed; at most 31KB, less than 100KB was promised: kept");
        scrapes.LargestSize.ShouldBe(31_000);
        new Row(Pair[0], 0, [Rows.Slot(1, (1, Outcome.Ok))]).Scrapes.ShouldBeNull();
    }

    [Fact]
    public void Summary_PromisedAndScraped_HoldsBoth()
    {
        var row = Row(100, 98, 99);

        var bar = SummaryRow.Of(row).Bar!;
        var scrapes = SummaryRow.Of(new Row(Pair[1], 0, [Rows.Slot(1, (1, Outcome.Ok)) with { Scrapes = [new TimedScrape(Milliseconds(4), 30_000)] }])).Scrapes!;

        (bar.Least, bar.Verdict).ShouldBe((0.97, "these repeats cannot tell, more likely kept"));
        (bar.Rate.Value, bar.Rate.Low, bar.Rate.High).ShouldBe((row.RateOfCeiling!.Value, row.RateOfCeiling.Low, row.RateOfCeiling.High));
        scrapes.AsAsked.Max.ShouldBe(4);
        scrapes.WithinService.Samples.ShouldBe(0);
        SummaryRow.Of(row.Ceiling!).Bar.ShouldBeNull();
    }

    private static long Milliseconds(int count) => count * Stopwatch.Frequency / 1000;

    private static Row Row(int without, int first, int second)
    {
        var ceiling = new Row(Pair[0], 0, [Slot(1, without), Slot(2, without)]);
        return new Row(Pair[1], 0, [Slot(1, first), Slot(2, second)]) { Ceiling = ceiling };
    }

    /// <summary>A second of so many requests.</summary>
    private static Slot Slot(int repeat, int requests) => Rows.Slot(repeat, [.. Enumerable.Repeat((1.0, Outcome.Ok), requests)]);
}

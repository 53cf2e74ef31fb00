using System.Diagnostics;
using Load.Measuring;
using Load.Results.Summary;
using Load.Systems.Analyzer.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class BarTests
{
    /// <summary>Callers that rest need not be busy.</summary>
    private static readonly IReadOnlyList<Case> Pair =
    [
        .. MetricsSuite.Create(new AnalyzerRequest()).Cases.Take(2)
            .Select(one => one.Under(new LoadShape.Closed(16) { Think = TimeSpan.FromMilliseconds(1) })),
    ];

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
        var few = new CaseResult(Pair[0], [Rows.Iteration(1, (10, Outcome.Ok)), Rows.Iteration(2, (10, Outcome.Ok))]);
        var many = new CaseResult(
            Pair[1] with { MinOfCeiling = null, Baseline = few.Case.Name, MaxOfBaseline = 1.5 },
            [Rows.Iteration(1, (first, Outcome.Ok)), Rows.Iteration(2, (second, Outcome.Ok))])
        {
            Baseline = few,
        };

        var bar = Bar.Of([few, many]).ShouldHaveSingleItem();

        bar.Verdict.ShouldBe(verdict);
        bar.ToString().ShouldContain("the p99 of rest look-up 10KB x16 metrics=off");
        bar.ToString().ShouldContain("at most 1.5 × was promised");
    }

    [Fact]
    public void Verdict_OfAVoidRow_IsNone()
    {
        var whole = Row(100, 100, 100);
        var row = new CaseResult(whole.Case, whole.Iterations) { Ceiling = whole.Ceiling, Broken = "the service ended by itself" };

        Bar.Of([row]).ShouldHaveSingleItem().ToString()
            .ShouldEndWith("at least 0.97 × was promised: not judged, because a row is void.");
    }

    [Fact]
    public void Scrapes_OfAllIterations_AreTakenTogether()
    {
        var iteration = Rows.Iteration(1, (1, Outcome.Ok)) with
        {
            Scrapes = [new TimedScrape(Milliseconds(4), 30_000) { WithinService = Milliseconds(1) },
                new TimedScrape(Milliseconds(8), 31_000)],
        };

        var scrapes = new CaseResult(Pair[1], [iteration, iteration]).Scrapes!;

        scrapes.ToString().ShouldBe(
            "4 scrapes: within the service p50 1.00 ms, p99 1.00 ms, less than 5.00 ms was promised: kept; " +
            "as asked for p50 4.00 ms, p99 8.00 ms, less than 5.00 ms was promised: missed; at most 31KB, less than 100KB was " +
            "promised: kept");
        scrapes.MaxSize.ShouldBe(31_000);
        new CaseResult(Pair[0], [Rows.Iteration(1, (1, Outcome.Ok))]).Scrapes.ShouldBeNull();
    }

    [Fact]
    public void Summary_PromisedAndScraped_HoldsBoth()
    {
        var row = Row(100, 98, 99);

        var bar = SummaryRow.Of(row).Bar!;
        var scraped = Rows.Iteration(1, (1, Outcome.Ok)) with { Scrapes = [new TimedScrape(Milliseconds(4), 30_000)] };
        var scrapes = SummaryRow.Of(new CaseResult(Pair[1], [scraped])).Scrapes!;

        (bar.Min, bar.Verdict).ShouldBe((0.97, "these repeats cannot tell, more likely kept"));
        (bar.Rate.Value, bar.Rate.Low, bar.Rate.High)
            .ShouldBe((row.RateOfCeiling!.Value, row.RateOfCeiling.Low, row.RateOfCeiling.High));
        scrapes.AsAsked.Max.ShouldBe(4);
        scrapes.WithinService.Samples.ShouldBe(0);
        SummaryRow.Of(row.Ceiling!).Bar.ShouldBeNull();
    }

    private static long Milliseconds(int count) => count * Stopwatch.Frequency / 1000;

    private static CaseResult Row(int without, int first, int second)
    {
        var ceiling = new CaseResult(Pair[0], [Iteration(1, without), Iteration(2, without)]);
        return new CaseResult(Pair[1], [Iteration(1, first), Iteration(2, second)]) { Ceiling = ceiling };
    }

    /// <summary>A second of so many requests.</summary>
    private static Iteration Iteration(int repeat, int requests) =>
        Rows.Iteration(repeat, [.. Enumerable.Repeat((1.0, Outcome.Ok), requests)]);
}

using System.Diagnostics;
using System.Globalization;
using Load.Measuring;
using Load.Systems.Analyzer.Published;
using Load.Systems.Analyzer.Service;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Analyzer.Published;

public sealed class MinimumFindingTests
{
    [Theory]
    [InlineData(new double[] { 10, 10, 10 }, "refuted: no difference")]
    [InlineData(new double[] { 13, 13.1, 12.9 }, "refuted: it is slower, but less than twice")]
    [InlineData(new double[] { 5, 5.1, 4.9 }, "refuted: it is faster")]
    [InlineData(new double[] { 25, 25.1, 24.9 }, "reproduced: it is slower, and twice is within")]
    [InlineData(new double[] { 50, 51, 49 }, "reproduced, and more")]
    [InlineData(new double[] { 2, 10, 50 }, "undecided: the interval holds")]
    [InlineData(new double[] { 20 }, "undecided: a single repeat")]
    public void Verdict_OfMeanLatencies_FollowsFromTheInterval(double[] raised, string verdict)
    {
        var finding = MinimumFinding.Of([RowOf("default", [.. raised.Select(_ => 10.0)]), RowOf("50", raised)]).ShouldHaveSingleItem();

        finding.Verdict.ShouldStartWith(verdict);
        finding.Repeats.ShouldBe(raised.Length);
    }

    [Fact]
    public void Of_SeveralLoads_TakesTheGeometricMeanOfEachRepeat()
    {
        var finding = MinimumFinding.Of(
        [
            RowOf("default", [10, 10]), RowOf("50", [20, 40]),
            RowOf("default", [10, 10], callers: 1), RowOf("50", [5, 10], callers: 1),
        ]).ShouldHaveSingleItem();

        finding.Loads.ShouldBe(2);
        finding.Overall!.Value.ShouldBe(Math.Sqrt(1 * 2), 1e-9); // 1 in the first repeat, 2 in the second
        finding.AtPublished!.Value.ShouldBe(Math.Sqrt(2 * 4), 1e-9); // 100 instances alone
    }

    [Theory]
    [InlineData("rest", "50", 1.9499, 1.9499)]
    [InlineData("grpc", "50", 11.30, 16.17)]
    public void Published_MinimumOfFifty_IsTheRatioOfThePublishedMeans(string transport, string minimum, double low, double high)
    {
        var published = MinimumFinding.Of([RowOf("default", [10], transport: transport), RowOf(minimum, [10], transport: transport)])
            .Single().Published!.Value;

        published.Low.ShouldBe(low, 0.01);
        published.High.ShouldBe(high, 0.01);
    }

    [Fact]
    public void Of_MinimumNotVariedOrVoid_FindsNothing()
    {
        MinimumFinding.Of([Rows.Row("rest unknown 1MB x4", Rows.Iteration(1, (10, Outcome.Ok)))]).ShouldBeEmpty();
        MinimumFinding.Of([RowOf("50", [10])]).ShouldBeEmpty();

        // Void: half of the callers waited for the lab.
        MinimumFinding.Of([RowOf("default", [10]), RowOf("50", [10], busy: 50)]).ShouldBeEmpty();
        MinimumFinding.Of([RowOf("default", [10]), RowOf("100", [10])]).Single().Published.ShouldBeNull();
    }

    /// <summary>1 MB, unknown; an iteration for each mean latency, in which all callers are busy, or so many.</summary>
    private static CaseResult RowOf(
        string minimum, double[] milliseconds, int callers = 100, string transport = "rest", int? busy = null) => new(
        Rows.Unknown(callers, transport, settings: ThreadMinimum.All.Single(settings => settings.Dimensions["threads"] == minimum)),
        [
            .. milliseconds.Select((mean, i) => IterationOf(
                Rows.Iteration(i + 1), [.. Enumerable.Range(0, busy ?? callers).SelectMany(_ => SamplesOf(mean))], minimum)),
        ]);

    /// <summary>With the minimum that was asked for.</summary>
    private static Iteration IterationOf(Iteration iteration, Sample[] samples, string minimum) => iteration with
    {
        Samples = samples,
        Cost = iteration.Cost! with
        {
            ServiceRuntime = iteration.Cost.ServiceRuntime! with
            {
                MinWorkerThreads = minimum == "default" ? 2 : int.Parse(minimum, CultureInfo.InvariantCulture),
            },
        },
    };

    /// <summary>The requests of a caller that is busy for a second.</summary>
    private static IEnumerable<Sample> SamplesOf(double milliseconds)
    {
        var latency = (long)(milliseconds * Stopwatch.Frequency / 1000);
        return Enumerable.Range(0, (int)(1000 / milliseconds)).Select(k => new Sample(k * latency, latency, Outcome.Ok));
    }
}

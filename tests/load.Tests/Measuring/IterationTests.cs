using System.Diagnostics;
using Load.Measuring;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class IterationTests
{
    [Fact]
    public void Rate_ShortRequests_CountsThoseThatEndedWithinTheWindow() =>
        Rows.Iteration(1, [.. Enumerable.Repeat((300.0, Outcome.Ok), 4)]).Rate.ShouldBe(3); // the fourth ends at 1200 ms

    [Fact]
    public void Rate_RequestsAsLongAsTheWindow_CountsAllUntilTheLastHasEnded() =>
        Rows.Iteration(1, (2000, Outcome.Ok), (2000, Outcome.Ok)).Rate.ShouldBe(0.5);

    [Fact]
    public void Rate_Failures_AreNoAchievement()
    {
        Rows.Iteration(1, (100, Outcome.Ok), (100, Outcome.Failed), (100, Outcome.Wrong), (100, Outcome.TimedOut)).Rate.ShouldBe(1);
        Rows.Iteration(1, (100, Outcome.Failed)).Rate.ShouldBe(0);
    }

    [Fact]
    public void MaxAtOnce_OverlappingRequests_CountsThem()
    {
        var iteration = Rows.Iteration(1) with
        {
            Samples = [Between(0, 100), Between(10, 30), Between(20, 40), Between(30, 50), Between(200, 300)],
        };

        iteration.MaxAtOnce.ShouldBe(3); // what ends at 30 has made room for what starts then
        Rows.Iteration(1).MaxAtOnce.ShouldBe(0);
    }

    private static Sample Between(long start, long end) =>
        new(start * Stopwatch.Frequency / 1000, (end - start) * Stopwatch.Frequency / 1000, Outcome.Ok);
}

using System.Diagnostics;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Analyzer.Suites;
using Load.Tests.Reports;

namespace Load.Tests.Systems.Analyzer.Overload;

public sealed class OverloadFindingTests
{
    private static readonly Case[] Rungs = [.. Row(new LoadShape.Open(4)).Rungs(4, 4)];

    [Theory]
    [InlineData(4, 0.958)]
    [InlineData(2, 0.986)]
    public void Bound_CostOfARefusal_IsTakenFromThePeak(double factor, double bound) =>
        Finding(refused: 10).Bound(factor)!.Value.ShouldBe(bound, 0.001);

    [Fact]
    public void Bound_NothingHasToBeRefused_IsNull() => Finding(refused: 10).Bound(1).ShouldBeNull();

    [Fact]
    public void Bound_RefusalsThatCostAQuarter_LeaveNothingAtFourTimesTheKnee() =>
        Finding(refused: 720 / 4).Bound(4)!.Value.ShouldBe(0, 0.01);

    [Fact]
    public void Of_RowBeyondTheKnee_PrintsTheBoundBesideTheFigure()
    {
        var section = OverloadSection.Of(Result(refused: 10), Cost).ShouldHaveSingleItem();

        section.Sentences.ShouldContain(sentence => sentence.StartsWith(
            "rest 1MB: the knee is 4/s; an accepted upload takes w = ", StringComparison.Ordinal));
        section.Sentences.ShouldContain(sentence => sentence.Contains(
            "goodput is 50.0% of the peak; the bound is 95.8%, and 0.9 of it was promised: missed.", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_KneeOfTheLab_IsALowerBound()
    {
        var result = Result(refused: 10);
        var knee = result.Knees.Single() with { Why = "the lab's limit, not the service's: it was late" };

        OverloadSection.Of(result with { Knees = [knee] }, Cost).Single().Sentences[0].ShouldStartWith(
            "rest 1MB: the knee is at least 4/s, where the lab itself reached its limit; an accepted upload takes w = ");
    }

    [Theory]
    [InlineData(nameof(Outcome.Ok), "0 refused, 0 failed; none was promised: kept.")]
    [InlineData(nameof(Outcome.Refused), "1 refused, 0 failed; none was promised: missed.")]
    [InlineData(nameof(Outcome.Failed), "0 refused, 1 failed; none was promised: missed.")]
    public void Of_SlowSenders_AreSpared(string last, string told)
    {
        var slow = new CaseResult(
            Row(new LoadShape.Open(2) { Factor = 0.5 }, operation: Operation.AskedOfSlow),
            [Rows.Iteration(1, [(10, Outcome.Ok), (10, Enum.Parse<Outcome>(last))]).Arriving(2)]);

        OverloadSection.Of(Rows.Result(null, slow), Cost).Single().Sentences.ShouldContain(
            $"{slow.Case.Name}, three senders in ten taking 1.5 s: {told}");
    }

    [Theory]
    [InlineData(0.5, "0.5 s after the surge; at most 2 s was promised: kept.")]
    [InlineData(10, "more than was watched after the surge; at most 2 s was promised: missed.")]
    public void Of_Surge_TellsTheTimeToRecover(double badSeconds, string told)
    {
        var load = new LoadShape.Surge("surge", PerSecond: 40, Peak: 80);
        var window = TimeSpan.FromSeconds(4);
        var plan = load.PlanOver(window);
        var samples = Enumerable.Range(0, (int)plan.Offered).Select(k => plan.DueAt(k)).Select(due => new Sample(
            (long)due, Stopwatch.Frequency / 100,
            due / Stopwatch.Frequency is >= 1 and var at && at < 2 + badSeconds - 1e-6 ? Outcome.Refused : Outcome.Ok));
        var surge = new CaseResult(Row(load), [Rows.Iteration(1) with { Window = window, Samples = [.. samples] }]);

        OverloadSection.Of(Rows.Result(null, surge), Cost).Single().Sentences.ShouldContain(
            $"{surge.Case.Name}: all is well again {told}");
    }

    private static double? Cost(CaseResult row) => row.ServiceCpuSecondsPerUnit?.Mean;

    private static OverloadFinding Finding(int refused) => OverloadFinding.Of(Result(refused), Cost).Single();

    private static RunResult Result(int refused)
    {
        // Every iteration of Rows has half a second of CPU: at the knee for 4 requests, where all is refused for so many more.
        var knee = new CaseResult(Rungs[0], [Rows.Iteration(1, [.. Enumerable.Repeat((10.0, Outcome.Ok), 4)]).Arriving(4)]);
        var shut = new CaseResult(
            Row(new LoadShape.Closed(8), UploadLimit.Shut),
            [Rows.Iteration(1, [.. Enumerable.Repeat((0.1, Outcome.Refused), 4 * 720 / refused)])]);
        var beyond = new CaseResult(
            Row(new LoadShape.Open(16) { Factor = 4 }),
            [Rows.Iteration(1, [(10, Outcome.Ok), (10, Outcome.Ok), .. Enumerable.Repeat((1.0, Outcome.Refused), 14)]).Arriving(16)]);
        return Rows.Result(null, knee, beyond, shut) with { Knees = [.. Knee.Of([knee], repeats: 1)] };
    }

    private static Case Row(
        LoadShape load, Load.Systems.Analyzer.Service.ServiceSettings? limit = null, Operation? operation = null) =>
        new AnalyzerCases(new AnalyzerRequest())
            .Case("rest", operation ?? Operation.Asked, 1_000_000, load, limit ?? UploadLimit.Adaptive);
}

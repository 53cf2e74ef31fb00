using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Systems.Analyzer.Suites;

/// <summary>The suites that drive the service beyond its limits.</summary>
public sealed class BeyondLimitsTests
{
    private static readonly string[] Submissions = ["rest 1MB", "grpc 1MB", "rest 10KB", "grpc 10KB"];

    private static readonly Suite Overload = OverloadSuite.Create(new AnalyzerRequest());
    private static readonly Suite Stress = StressSuite.Create(new AnalyzerRequest());

    [Fact]
    public void Overload_EverySubmission_MeetsEachFactorUnderThreeLimits()
    {
        var rows = Overload.Cases.Where(one => one.Load is LoadShape.OfKnee { Peak: null } && one["file"] == Operation.Asked.Name)
            .GroupBy(SubmissionOf).ToArray();

        rows.Select(group => group.Key).ShouldBe(Submissions);
        rows.ShouldAllBe(group => group.Select(one => ((LoadShape.OfKnee)one.Load!).Factor).Distinct().SequenceEqual(
            new[] { 0.5, 1, 2, 4 }));
        rows.ShouldAllBe(group => group.GroupBy(one => one.Load!.ToString()).All(factor =>
            factor.Select(one => one[UploadLimit.Dimension]).SequenceEqual(new[] { "adaptive", "fixed", "none" })));
    }

    [Fact]
    public void Overload_EverySubmission_MeetsSlowSendersASurgeAndAShutDoor()
    {
        var slow = Overload.Cases.Where(one => one["file"] == Operation.AskedOfSlow.Name).ToArray();
        var surges = Overload.Cases.Where(one => one.Load is LoadShape.OfKnee { Peak: 4 }).ToArray();
        var shut = Overload.Cases.Where(one => one[UploadLimit.Dimension] == "shut").ToArray();

        slow.Select(SubmissionOf).ShouldBe(Submissions);
        slow.ShouldAllBe(one => one.Load == new LoadShape.OfKnee(0.5, null));
        surges.Select(SubmissionOf).ShouldBe(Submissions);
        surges.ShouldAllBe(one => one.Load == new LoadShape.OfKnee(0.5, 4));
        slow.Concat(surges).ShouldAllBe(one => one[UploadLimit.Dimension] == UploadLimit.AdaptiveName);
        shut.Select(SubmissionOf).ShouldBe(Submissions, "what a refusal costs is measured for each");
    }

    [Fact]
    public void Overload_RowsAtAMultipleOfTheKnee_HaveTheLadderOfTheirSubmission()
    {
        var ladders = Overload.Ladders.ToDictionary(ladder => ladder.Key, ladder => SubmissionOf(ladder.First()));

        ladders.Values.ShouldBe(Submissions);
        Overload.Cases.Where(one => one.Load is LoadShape.OfKnee).ShouldAllBe(one => ladders[one.Ladder!] == SubmissionOf(one));
    }

    [Fact]
    public void Overload_Always_HasProcessorsOfItsOwnAndTakesRefusalsForNoFailure() =>
        (Overload.HasOwnProcessors, Overload.IsBeyondLimits).ShouldBe((true, true));

    [Fact]
    public void Stress_Always_ClimbsALadderForEachWayAndOneWithAConnectionPerCall()
    {
        Stress.IsBeyondLimits.ShouldBeTrue();
        Stress.Cases.ShouldAllBe(one => one.IsRung);
        Stress.Ladders.Select(ladder => $"{ladder.First()["transport"]} {ladder.First()["file"]} {ladder.First()["size"]}").ShouldBe(
        [
            "rest look-up 10KB", "grpc look-up 10KB", "rest-per-call look-up 10KB", "rest unknown 10KB", "grpc unknown 10KB",
            "rest unknown 1MB", "grpc unknown 1MB",
        ]);
    }

    private static string SubmissionOf(Case one) => $"{one["transport"]} {one["size"]}";
}

using FsCheck;
using FsCheck.Fluent;
using Load.Comparing;
using Load.Machine;
using Load.Results.Summary;

namespace Load.Tests.Comparing;

public sealed class ComparerTests
{
    private const int Pairs = 200;

    private static readonly Runs Usual = new();

    [Fact]
    public void Compare_OneBuildTwice_FlagsFewerThanOneRowInTwenty()
    {
        var comparisons = Enumerable.Range(0, Pairs).Select(pair => Compare(Usual.Run(2 * pair), Usual.Run(2 * pair + 1))).ToArray();

        var flagged = comparisons.Sum(comparison => Flagged(comparison).Count());
        flagged.ShouldBeLessThanOrEqualTo(Pairs * Usual.Rows / 20);
        comparisons.Count(comparison => comparison.Count(ChangeVerdict.NoDifferenceShown) < comparison.Changes.Count())
            .ShouldBeLessThanOrEqualTo(Pairs / 10);
    }

    [Fact]
    public void Compare_MachineSlowerInTheSecondRun_BlamesNotTheService()
    {
        var drifting = Usual with { Drift = 0.1 };

        var flagged = Enumerable.Range(0, Pairs).Select(pair => Compare(drifting.Run(2 * pair), drifting.Run(2 * pair + 1)))
            .Count(comparison => comparison.Changes.Any(change => IsCpu(change) && change.Verdict != ChangeVerdict.NoDifferenceShown));

        flagged.ShouldBeLessThanOrEqualTo(Pairs / 10);
    }

    [Theory]
    [InlineData(1.1)]
    [InlineData(0.9)]
    public void Compare_TenPercent_IsFoundWithTheRightSign(double factor)
    {
        var (right, wrong) = factor > 1 ? (ChangeVerdict.Worse, ChangeVerdict.Better) : (ChangeVerdict.Better, ChangeVerdict.Worse);
        var changed = Usual with { Slower = _ => factor };

        var comparisons = Enumerable.Range(0, Pairs).Select(pair => Compare(Usual.Run(2 * pair), changed.Run(2 * pair + 1))).ToArray();

        comparisons.Count(comparison => comparison.Overall[0].Verdict == right).ShouldBeGreaterThan(Pairs * 8 / 10);
        comparisons.Where(comparison => comparison is { IsRefused: false } && comparison.Overall[0].Verdict == ChangeVerdict.Worse)
            .ShouldAllBe(comparison => comparison.ExitCode == LabExitCode.GateMissed);
        comparisons.Count(comparison => comparison.Changes.Any(change => IsCpu(change) && change.Verdict == wrong))
            .ShouldBeLessThanOrEqualTo(Pairs / 50);
        comparisons.Average(comparison => comparison.Overall[0].Ratio).ShouldBe(factor, 0.01);
        comparisons.Count(comparison => comparison.Overall[0].Low <= factor &&
            factor <= comparison.Overall[0].High).ShouldBeGreaterThan(Pairs * 95 / 100);
    }

    [Fact]
    public void Compare_OneRowHalfAsSlowAgain_NamesThatRow()
    {
        var changed = Usual with { Slower = row => row == 7 ? 1.5 : 1 };

        var comparison = Compare(Usual.Run(1), changed.Run(2));

        Flagged(comparison).ShouldBe(["row 7"]);
        comparison.ExitCode.ShouldBe(LabExitCode.GateMissed);
    }

    [Fact]
    public void Compare_AnyTwoRuns_IsMirroredWhenTheyChangePlaces() => Prop.ForAll(SeedPair(), seeds =>
    {
        var (before, after) = (Usual.Run(seeds.Item1), (Usual with { Slower = row => 1 + row / 20.0 }).Run(seeds.Item2));

        foreach (var (there, back) in Compare(before, after).Changes.Zip(Compare(after, before).Changes))
        {
            (there.Ratio * back.Ratio).ShouldBe(1, 1e-9);
            (there.Low * back.High).ShouldBe(1, 1e-9);
            there.Probability.ShouldBe(back.Probability, 1e-9);
            (there.Verdict, back.Verdict).ShouldBeOneOf(
                (ChangeVerdict.NoDifferenceShown, ChangeVerdict.NoDifferenceShown), (ChangeVerdict.Worse, ChangeVerdict.Better),
                (ChangeVerdict.Better, ChangeVerdict.Worse));
            there.Ratio.ShouldBeInRange(there.Low, there.High);
        }
    }).QuickCheckThrowOnFailure();

    /// <summary>
    /// Without a word from the generator, a change is the ratio of plain geometric means, and the interval that of a textbook's t test of
    /// pairs.
    /// </summary>
    [Fact]
    public void Compare_NothingKnownOfTheGenerator_IsWhatAPlainOracleSays() => Prop.ForAll(SeedPair(), seeds =>
    {
        var runs = Usual with { Rows = 1 };
        var (before, after) = (WithoutGenerator(runs.Run(seeds.Item1)), WithoutGenerator(runs.Run(seeds.Item2)));
        var (a, b) = (Logs(before), Logs(after));
        var (meanA, meanB) = (a.Sum() / a.Length, b.Sum() / b.Length);
        var squares = a.Zip(b, (x, y) => Math.Pow(y - x - (meanB - meanA), 2)).Sum();
        var error = Math.Sqrt(squares / (a.Length - 1) / a.Length);

        var change = Compare(before, after).Rows.Single(IsCpu);

        change.Ratio.ShouldBe(Math.Exp(meanB - meanA), 1e-9);
        change.Before!.Value.ShouldBe(Math.Exp(meanA), 1e-6);
        change.After!.Value.ShouldBe(Math.Exp(meanB), 1e-6);
        Math.Log(change.High / change.Ratio)
            .ShouldBe(2.447 * error + Math.Log(1.015), 1e-4); // t of 6 degrees: 3 of the row, 3 of all
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Compare_AnotherGenerator_TakesNothingOffButWidens()
    {
        var (before, after) = (Usual.Run(1), Usual.Run(2));
        var other = after with { Environment = after.Environment with { Build = "1.0.0+def" } };

        var same = Compare(before, after).Overall[0];
        var widened = Compare(before, other).Overall[0];

        (widened.High / widened.Low).ShouldBeGreaterThan(same.High / same.Low);
        ComparisonNotes.Of(Compare(before, other)).ShouldContain(note => note.Contains("another build"));
    }

    [Fact]
    public void Compare_RowsThatCannotBeJudged_AreNamedWithTheReason()
    {
        SummaryRow Steady(string name) => Runs.Row(name, Runs.Repeat(1, 100, 50), Runs.Repeat(2, 101, 50));
        var before = Runs.Document(
            Steady("both"), Steady("gone"), Steady("void"), Steady("fails"), Steady("longer"), Runs.Row("once", Runs.Repeat(1, 100, 50)));
        var after = Runs.Document(
            Steady("both"), Steady("new"), Steady("void") with { InvalidReasons = ["the lab was too slow"] },
            Steady("fails") with { Failed = 3 },
            Runs.Row("longer", Runs.Repeat(1, 100, 50) with { Seconds = 5 }, Runs.Repeat(2, 100, 50) with { Seconds = 5 }),
            Runs.Row("once", Runs.Repeat(1, 100, 50)));

        var comparison = Compare(before, after);

        comparison.Rows.Select(change => change.Row).Distinct().ShouldBe(["both"]);
        comparison.NotJudged.Select(row => row.Row).ShouldBe(["void", "longer", "once", "gone", "new"]);
        comparison.NotJudged[0].Reason.ShouldBe("void in the second run: the lab was too slow");
        comparison.NotJudged[1].Reason.ShouldContain("--seconds: 1 against 5");
        comparison.NotJudged[3].Reason.ShouldBe("only in the first run");
        var failure = comparison.Failures.ShouldHaveSingleItem();
        (failure.Row, failure.Verdict).ShouldBe(("fails", ChangeVerdict.Worse));
        comparison.ExitCode.ShouldBe(LabExitCode.GateMissed);
    }

    [Fact]
    public void Compare_NothingInCommon_DoesNotCompare() =>
        Compare(Runs.Document(Runs.Row("a", Runs.Repeat(1, 1, 1))), Runs.Document(Runs.Row("b", Runs.Repeat(1, 1, 1)))).ExitCode
            .ShouldBe(LabExitCode.NotComparable);

    private static Comparison Compare(SummaryDocument before, SummaryDocument after) => Comparer.Compare(before, after, force: false);

    private static IEnumerable<string> Flagged(Comparison comparison) =>
        comparison.Rows.Where(change => change.Verdict != ChangeVerdict.NoDifferenceShown).Select(change => change.Row!).Distinct();

    private static bool IsCpu(Change change) => change.Figure == Figure.Cpu || change.Figure == Figure.CpuPerGigabyte;

    private static SummaryDocument WithoutGenerator(SummaryDocument run) => run with
    {
        Rows = [.. run.Rows.Select(row => row with { Repeats = [.. row.Repeats.Select(repeat => repeat with { LabCpuMs = null })] })],
    };

    private static double[] Logs(SummaryDocument run) =>
        [.. run.Rows[0].Repeats.Select(repeat => Math.Log(repeat.ServiceCpuMs!.Value * 1000 / repeat.Units))];

    private static Arbitrary<Tuple<int, int>> SeedPair() =>
        Arb.From(Gen.Choose(0, 1_000_000).SelectMany(_ => Gen.Choose(0, 1_000_000), (a, b) => Tuple.Create(a, b)));
}

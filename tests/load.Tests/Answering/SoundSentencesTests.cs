using Load.Answering;
using Load.Results.Summary;
using Load.Tests.Comparing;

namespace Load.Tests.Answering;

/// <summary>What a sentence may rest on, and what it leaves out.</summary>
public sealed class SoundSentencesTests
{
    [Theory]
    [InlineData(105, false)]
    [InlineData(106, false)]
    [InlineData(111, true)]
    [InlineData(200, true)]
    public void Of_TwoKnees_DifferOnlyBeyondOneRung(int second, bool isShown)
    {
        var claim = Answer(Knee("rest", 100, 100, 100), Knee("grpc", second, second, second))[0].Claims.ShouldHaveSingleItem();

        claim.IsShown.ShouldBe(isShown);
        claim.Low.ShouldBe(second / 100.0 / 1.06, 1e-9);
        claim.High.ShouldBe(second / 100.0 * 1.06, 1e-9);
    }

    [Fact]
    public void Of_OpenKnee_IsNotClaimedAsTheServices()
    {
        var answer = Answer(Knee("rest", 100, 100), Knee("grpc", 200, 200) with { IsOpen = true });

        answer.SelectMany(sentence => sentence.Claims).ShouldAllBe(claim => claim.Variant != "grpc");
        answer[0].Text.ShouldBe("rest look-up holds 100.0 (100.0…106.0) requests a second.");
        Answer(Knee("rest", 100, 100) with { IsOpen = true })[0].Text.ShouldStartWith("No answer");
    }

    [Fact]
    public void Of_Promise_NeedsARowToHoldItAgainst()
    {
        var on = Row("on", 1) with { Ceiling = "off", Bar = new SummaryBar(0.97, new SummaryRatio(0.99, 0.98, 1), null, "kept") };
        var tail = Row("tail", 1) with { Baseline = "off", TailBar = new SummaryTailBar(3, new SummaryRatio(2, 1.5, 2.5)) };
        var off = Row("off", 1);

        var kept = RunAnswer.Of(Runs.Document(on, tail, off))[0];
        kept.Text.ShouldStartWith("Promises kept: on has 0.990 (0.980…1.000) of the rate of off");
        kept.Claims.Select(claim => claim.Rows).ShouldBe(["on", "tail"]);

        Promises(on, tail, off with { InvalidReasons = ["spoilt"] }).ShouldBeEmpty();
        Promises(on, tail, off with { Failed = 1 }).ShouldBeEmpty();
        Promises(on with { TimedOut = 1 }, tail with { InvalidReasons = ["spoilt"] }, off).ShouldBeEmpty();
        Promises(on, tail).ShouldBeEmpty();
    }

    [Fact]
    public void Of_RowsAgainstCeilings_RanksThoseBelow()
    {
        var answer = RunAnswer.Of(Runs.Document(
            Row("top", 1), Row("half", 2) with { Ceiling = "top" }, Row("quarter", 4) with { Ceiling = "top" },
            Row("faster", 0.5) with { Ceiling = "top" }))[0];

        answer.Text.ShouldStartWith("The lowest of the 2 rows shown to be below their ceilings is quarter, with 0.250 (");
        answer.Text.ShouldContain("; the highest is half, with 0.500 (");
        answer.Claims.Select(claim => claim.Variant).ShouldBe(["quarter", "half"]);
    }

    [Fact]
    public void Of_OneRowBelowItsCeiling_SaysSo() => RunAnswer
        .Of(Runs.Document(Row("top", 1), Row("half", 2) with { Ceiling = "top" }))[0].Text
        .ShouldStartWith("half is shown to be below its ceiling, with 0.500 (");

    [Fact]
    public void Overall_RowsThatDiffer_IsTheMeanOfAll()
    {
        var twice = new Claim(AnsweredFigure.Rate, "a", "grpc", "rest", [Math.Log(2), Math.Log(2)]);

        var overall = AnsweredRun.Overall([twice, twice with { Rows = "b", Logarithms = [Math.Log(8), Math.Log(8)] }])
            .ShouldHaveSingleItem();

        overall.Rows.ShouldBe("2 pairs of rows");
        overall.Value.ShouldBe(4, 1e-9);
    }

    private static IEnumerable<string> Promises(params SummaryRow[] rows) =>
        RunAnswer.Of(Runs.Document(rows)).Select(sentence => sentence.Text).Where(text => text.Contains("Promise"));

    private static SummaryRow Row(string name, double milliseconds) => Runs.Row(
        name, [.. Enumerable.Range(1, 3).Select(repeat => Runs.Repeat(repeat, 100, 50, milliseconds))]);

    private static SummaryKnee Knee(string variant, params int?[] held) => new($"{variant} look-up", "look-up", variant, held);

    private static IReadOnlyList<SummarySentence> Answer(params SummaryKnee[] knees) =>
        RunAnswer.Of(Runs.Document() with { Knees = knees });
}

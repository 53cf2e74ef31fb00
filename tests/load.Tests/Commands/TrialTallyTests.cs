using Load.Commands;
using Load.Comparing;

namespace Load.Tests.Commands;

/// <summary>A trial counts what comparisons show that is not there, and what they do not that is.</summary>
public sealed class TrialTallyTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0, 10, true)]
    [InlineData(1, 10, false)]
    [InlineData(0, 9, false)]
    public async Task End_PairsOfTenAndEleven_HoldsWhatWasPromised(int flagged, int missed, bool isKept)
    {
        using var output = new StringWriter();
        var tally = new TrialTally(output);
        await tally.AddAsync(1, isSame: true, null);
        for (var pair = 1; pair <= 10; pair++)
        {
            await tally.AddAsync(pair, isSame: true, Of(pair <= flagged ? ChangeVerdict.Better : ChangeVerdict.NoDifferenceShown));
            await tally.AddAsync(pair, isSame: false, Of(pair <= missed ? ChangeVerdict.Worse : ChangeVerdict.NoDifferenceShown));
        }

        await tally.AddAsync(11, isSame: false, Of(ChangeVerdict.NoDifferenceShown));

        (await tally.EndAsync()).ShouldBe(isKept);
        output.ToString().ShouldContain($"A/A: a difference was shown in {flagged} of 10 pairs of the same; at most 5 % were promised.");
        output.ToString().ShouldContain($"A/B: 10 % more CPU was found in {missed} of 11 pairs; ten of eleven were promised.");
    }

    [Fact]
    public async Task Add_RunsThatDoNotCompare_SaysWhyAndFindsNothing()
    {
        using var output = new StringWriter();
        var tally = new TrialTally(output);

        await tally.AddAsync(1, isSame: false, Of(ChangeVerdict.Worse) with { IsRefused = true, Refusals = ["the machine is slower"] });

        (await tally.EndAsync()).ShouldBeFalse();
        (await new StringReader(output.ToString()).ReadLineAsync(Token)).ShouldBe("  1  A/B  not compared: the machine is slower");
    }

    private static Comparison Of(ChangeVerdict verdict) => new()
    {
        Before = "a",
        After = "b",
        Unlike = [],
        IsRefused = false,
        Subject = [],
        Overall = [new(Figure.Cpu, 1.1, 1, 1.2, 0.01) { Unit = "req", Verdict = verdict }],
        Rows = [new(Figure.Cpu, 1.1, 1, 1.2, 0.01) { Unit = "req", Row = "rest", Verdict = ChangeVerdict.NoDifferenceShown }],
        NotJudged = [],
        Failures = [],
        Generator = null,
        SameGenerator = true,
    };
}

using Prober.Engine.Agreeing;
using Prober.Engine.Timelines;

namespace Prober.Engine.Tests.Watching;

/// <summary>What several probers make of what each of them sees.</summary>
public sealed class AgreementTests
{
    [Theory]
    [InlineData(2, "ddu", TargetState.Down)]
    [InlineData(2, "dd?", TargetState.Down)]
    [InlineData(2, "d?u", TargetState.Unknown)] // the silent one could make it down
    [InlineData(2, "d??", TargetState.Unknown)]
    [InlineData(2, "u??", TargetState.Unknown)] // two silent ones could
    [InlineData(2, "uu?", TargetState.Up)]
    [InlineData(2, "duu", TargetState.Up)]
    [InlineData(1, "d??", TargetState.Down)]
    [InlineData(1, "u??", TargetState.Unknown)]
    [InlineData(3, "ddu", TargetState.Up)]
    [InlineData(3, "dd?", TargetState.Unknown)]
    [InlineData(3, "u??", TargetState.Up)]
    [InlineData(4, "uuu", TargetState.Unknown)] // a configuration that changes
    [InlineData(1, "", TargetState.Unknown)]
    public void Of_OpinionsOfThree_IsWhatTheSilentOnesCannotChange(int needed, string opinions, TargetState state)
    {
        Agreement.Of(needed, [.. opinions.Select((opinion, i) => ($"p{i}", Say(opinion, 100, 200)))]).State.ShouldBe(state);

        static Opinion Say(char opinion, long since, long seen) => opinion switch
        {
            'd' => new(TargetState.Down, since, seen, "refused"),
            'u' => new(TargetState.Up, since, seen, ""),
            _ => Opinion.None,
        };
    }

    [Fact]
    public void Of_OutageSeenAtDifferentTimes_BeginsWhenEnoughSawIt()
    {
        var agreed = Agreement.Of(2,
        [
            ("a", new(TargetState.Down, 300, 900, "refused")),
            ("b", new(TargetState.Down, 100, 800, "no result")),
            ("c", new(TargetState.Down, 700, 700, "lost")),
        ]);

        (agreed.Since, agreed.ObservedUntil).ShouldBe((300, 800));
        agreed.Cause.ShouldBe("3 of 3 probers say so. a: refused b: no result c: lost");
    }

    [Fact]
    public async Task State_OfATargetThatSeveralDecide_IsTheAgreedOne()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();
        bench.Watch(Bench.Define("shop", probe) with { IsAgreed = true });
        var target = bench.Engine.Targets.Single();
        await bench.RunUntilAsync(() => target.OpinionAt(bench.Engine.Now).State == TargetState.Up);
        target.State.ShouldBe(TargetState.Unknown, "nobody has agreed yet");

        Agree(TargetState.Up);
        target.State.ShouldBe(TargetState.Up);
        Agree(TargetState.Down);
        target.State.ShouldBe(TargetState.Down, "the others see it down, whatever this prober sees");
        bench.Changes[^1].Change.Cause.ShouldBe("they say so");

        await bench.RunUntilAsync(() => target.State == TargetState.Unknown); // nobody agrees on anything any more
        var stale = new Agreement(TargetState.Up, 0, bench.Changes[^1].Change.At, "");
        Take(stale);
        target.State.ShouldBe(TargetState.Unknown, "it is not newer than what made it unknown");
        Agree(TargetState.Up);
        target.State.ShouldBe(TargetState.Up);
        bench.Changes.Select(change => change.Change.At).ShouldBeInOrder();

        void Agree(TargetState state) => Take(new(state, bench.Engine.Now - 100, bench.Engine.Now, "they say so"));

        void Take(Agreement agreement)
        {
            var taking = bench.Engine.AgreeAsync(_ => agreement);
            bench.Run(0.01);
            taking.IsCompletedSuccessfully.ShouldBeTrue();
        }
    }
}

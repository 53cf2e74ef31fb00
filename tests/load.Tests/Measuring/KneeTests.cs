using System.Diagnostics;
using Load.Measuring;
using Load.Results.Summary;
using Load.Tests.Reports;

namespace Load.Tests.Measuring;

public sealed class KneeTests
{
    [Fact]
    public void WhyBroken_EverythingAnsweredInTime_IsNull() => Knee.WhyBroken(Step(4), Iteration(4, 10)).ShouldBeNull();

    [Theory]
    [InlineData(4, 300, "only 3.00/s were answered")] // the fourth ends after the window
    [InlineData(2, 400, "p99 from schedule 400 ms")]
    public void WhyBroken_TooSlow_SaysHow(int perSecond, double milliseconds, string why) =>
        Knee.WhyBroken(Step(perSecond), Iteration(perSecond, milliseconds)).ShouldBe(why);

    [Fact]
    public void WhyBroken_Failures_AreNamed() =>
        Knee.WhyBroken(Step(2), Rows.Iteration(1, (500, Outcome.Failed), (500, Outcome.TimedOut)))
            .ShouldBe("1 requests failed and 1 timed out, most of them: Failed");

    [Fact]
    public void WhyBroken_GeneratorTooSlow_IsNotBlamedOnTheService() =>
        Knee.WhyBroken(Step(1000), Iteration(4, 10))!.ShouldStartWith("the lab's limit, not the service's: the lab sent only 4 of 1,000");

    /// <summary>The row's times are void at 2 ms; a p99 of 250 ms can still be told from one that is not kept.</summary>
    [Theory]
    [InlineData(20, null)]
    [InlineData(30, "the lab's limit, not the service's: one request in a hundred was sent 30.0 ms late or more")]
    public void WhyBroken_GeneratorLate_MattersAsFarAsTheBoundDoes(double milliseconds, string? why)
    {
        var punctual = Iteration(4, 10);
        Sample[] samples = [.. punctual.Samples];
        samples[2] = samples[2] with { Start = samples[2].Start + (long)(milliseconds * Stopwatch.Frequency / 1000) };

        Knee.WhyBroken(Step(4), punctual with { Samples = samples }).ShouldBe(why);
    }

    [Fact]
    public void Of_GeneratorWithoutPorts_IsTheLabsLimit()
    {
        var broke = Rows.Iteration(1, (10, Outcome.Ok), (0.1, Outcome.Failed)).Arriving(2) with
        {
            Faults = new Dictionary<string, int> { [Validity.NoFreePort] = 1 },
        };

        var knee = Knee.Of([new CaseResult(Step(1), [Iteration(1, 10)]), new CaseResult(Step(2), [broke])], repeats: 1).Single();

        (knee.PerSecond, knee.IsOfTheLab).ShouldBe((1, true));
        SummaryKnee.Of(knee, "transport").IsOpen.ShouldBeTrue();
        knee.Why.ShouldBe(
            "the lab's limit, not the service's: its ports ran out: 1 times the client has no free port left to connect from");
    }

    [Fact]
    public void Of_Ladder_NamesTheHighestStepThatHeldInEveryRepeat()
    {
        var knee = Knee.Of(
        [
            new CaseResult(Step(2), [Iteration(2, 10), Iteration(2, 10, repeat: 2)]),
            new CaseResult(Step(4), [Iteration(4, 10), Iteration(4, 300, repeat: 2)]),
        ], repeats: 2).ShouldHaveSingleItem();

        knee.PerSecond.ShouldBe(2);
        knee.BrokeAt.ShouldBe(4);
        SummaryKnee.Of(knee, "transport").IsOpen.ShouldBeFalse();
        knee.ToString().ShouldBe(
            "rest unknown 1MB: 2/s held, 4/s in the best, in 2 of 2 repeats (open model, p99 from schedule at most 250 ms, " +
            "nothing refused, nothing failed); at 4/s: only 3.00/s were answered.");
    }

    [Fact]
    public void Of_LadderThatNeverBroke_SaysThat()
    {
        var knee = Knee.Of([new CaseResult(Step(2), [Iteration(2, 10)])], repeats: 1).ShouldHaveSingleItem();

        knee.PerSecond.ShouldBe(2);
        knee.ToString().ShouldEndWith("no rate tried broke it.");
        SummaryKnee.Of(knee, "transport").IsOpen.ShouldBeTrue();
    }

    [Fact]
    public void Of_LowestRungBrokeInOneRepeat_HasNoKnee() =>
        Knee.Of([new CaseResult(Step(2), [Iteration(2, 10), Iteration(2, 400, repeat: 2)])], repeats: 2).Single().PerSecond.ShouldBeNull();

    [Theory]
    [InlineData(1000)]
    [InlineData(1040)]
    [InlineData(7777)]
    [InlineData(99)]
    [InlineData(1_000_000)]
    public void Next_AnyCapacity_IsFoundToFivePercentInFewTries(int capacity)
    {
        Case[] rungs = [.. Step(1).Rungs(100, 10_000)];
        var search = new KneeSearch(rungs);
        var (held, tries) = (0, 0);
        for (; search.Next is { Load: LoadShape.Open { PerSecond: var rate } }; tries++)
        {
            search.Tried(broke: rate > capacity);
            held = rate <= capacity ? Math.Max(held, rate) : held;
        }

        held.ShouldBeLessThanOrEqualTo(capacity);
        held.ShouldBeGreaterThan((int)(Math.Min(capacity, 9_500) / 1.06) - (capacity < 100 ? capacity : 0));
        tries.ShouldBeLessThanOrEqualTo(7 + 2 * 5);
    }

    [Fact]
    public void Tried_RungThatBrokeOnce_IsTriedAgain()
    {
        Case[] rungs = [.. Step(1).Rungs(100, 1000)];
        var search = new KneeSearch(rungs);

        search.Tried(broke: true);
        search.Next.ShouldBe(rungs[0]);
        search.Tried(broke: false);

        search.Next.ShouldBe(rungs[16]);
    }

    [Fact]
    public void Rungs_Always_AreFivePercentApartAndHaveOneLadder()
    {
        Case[] rungs = [.. Step(1).Rungs(250, 40_000)];
        var rates = rungs.Select(rung => ((LoadShape.Open)rung.Load!).PerSecond).ToArray();

        rates.Zip(rates.Skip(1), (low, high) => (double)high / low).ShouldAllBe(step => step > 1.03 && step < 1.07);
        rungs.ShouldAllBe(rung => rung.IsRung && rung.Ladder == "rest unknown 1MB");
        (rates[0], rates[^1]).ShouldBe((250, 40_000));
    }

    [Fact]
    public void Resolve_MultipleOfAKnee_GetsItsRateWhenTheLadderWasClimbed()
    {
        Case[] rungs = [.. Step(1).Rungs(2, 4).Where(rung => rung.Name.EndsWith(" 2/s") || rung.Name.EndsWith(" 4/s"))];
        var four = Step(1).Under(new LoadShape.OfKnee(4)) with { Ladder = rungs[0].Ladder };
        var ladders = new Ladders(Suite([.. rungs, four]) with { Repeats = 2, Searches = 1 });
        foreach (var (rung, repeat) in ladders.Rungs())
        {
            var rate = ((LoadShape.Open)rung.Load!).PerSecond;
            ladders.Tried(rung, Iteration(rate, rate == 2 ? 10 : 300, repeat));
        }

        var resolved = ladders.Resolve(four);

        resolved.Load.ShouldBe(new LoadShape.Open(8) { Factor = 4 });
        resolved.Name.ShouldBe("rest unknown 1MB 4xknee");
    }

    [Theory]
    [InlineData(3, "a surge takes iterations of 4 s or more")]
    [InlineData(4, null)]
    public void Resolve_SurgeInAShortIteration_SaysWhyItIsNotMeasured(int seconds, string? why)
    {
        Case[] rungs = [.. Step(1).Rungs(2, 2)];
        var surge = Step(1).Under(new LoadShape.OfKnee(0.5, Peak: 4)) with { Ladder = rungs[0].Ladder };
        var ladders = new Ladders(Suite([.. rungs, surge]) with { IterationLength = TimeSpan.FromSeconds(seconds), AssumesKnee = true });
        foreach (var (rung, repeat) in ladders.Rungs())
        {
            ladders.Tried(rung, Iteration(2, 400, repeat));
        }

        ladders.Resolve(surge).Obstacle.ShouldBe(why);
    }

    [Fact]
    public void Resolve_NoRungHeld_SaysWhyItIsNotMeasured()
    {
        Case[] rungs = [.. Step(1).Rungs(2, 2)];
        var twice = Step(1).Under(new LoadShape.OfKnee(2)) with { Ladder = rungs[0].Ladder };
        var ladders = new Ladders(Suite([.. rungs, twice]));
        foreach (var (rung, repeat) in ladders.Rungs())
        {
            ladders.Tried(rung, Iteration(2, 400, repeat));
        }

        ladders.Resolve(twice).Obstacle.ShouldBe("no rate of rest unknown 1MB held, so there is no knee that it could be a multiple of");
    }

    private static Suite Suite(IReadOnlyList<Case> cases) => new()
    {
        Name = "test",
        Cases = cases,
        Repeats = 1,
        IterationLength = TimeSpan.FromSeconds(1),
        Compared = new("transport"),
    };

    private static Case Step(int perSecond, string transport = "rest") => Rows.Unknown(4, transport).Under(new LoadShape.Open(perSecond));

    /// <summary>Requests sent on schedule, each of so many milliseconds.</summary>
    private static Iteration Iteration(int perSecond, double milliseconds, int repeat = 1) =>
        Rows.Iteration(repeat, [.. Enumerable.Repeat((milliseconds, Outcome.Ok), perSecond)]).Arriving(perSecond);
}

using Prober.Engine.Timelines;

namespace Prober.Engine.Tests.Timelines;

/// <summary>The rules about time, each in one small case. Probes are 10 apart and evidence is good for 16.</summary>
public sealed class StateMachineTests
{
    private readonly List<StateChange> _changes = [];

    [Fact]
    public void Observe_FirstEvidence_BeginsTheStateWithoutDoubt()
    {
        Run(1, 1, (100, true));

        Changes().ShouldBe([(100, TargetState.Up, 0)]);
    }

    [Fact]
    public void Observe_RowOfBadProbes_IsDownFromItsFirst()
    {
        Run(3, 1, (0, true), (10, false), (20, true), (30, false), (40, false), (50, false));

        Changes().ShouldBe([(0, TargetState.Up, 0), (30, TargetState.Down, 10)]);
    }

    [Fact]
    public void Observe_RowOfGoodProbes_IsUpFromItsFirst()
    {
        Run(1, 2, (0, false), (10, true), (20, false), (30, true), (40, true));

        Changes().ShouldBe([(0, TargetState.Down, 0), (30, TargetState.Up, 10)]);
    }

    [Fact]
    public void Observe_AfterAGap_IsUnknownInBetween()
    {
        Run(1, 1, (0, true), (10, true), (100, true));

        Changes().ShouldBe([(0, TargetState.Up, 0), (20, TargetState.Unknown, 10), (100, TargetState.Up, 0)]);
    }

    [Fact]
    public void Observe_BadProbesOnBothSidesOfAGap_AreNoRow()
    {
        Run(2, 1, (0, true), (10, false), (100, false));

        // The first bad probe proved nothing, and puts what came after the last good one in doubt.
        Changes().ShouldBe([(0, TargetState.Up, 0), (20, TargetState.Unknown, 20)]);
    }

    [Fact]
    public void ChangeRules_ShorterInterval_KeepsWhatWasKnownByThen()
    {
        var machine = Run(1, 1, (0, true));

        machine.ChangeRules(8, new(1, 1, 10, 16), new(1, 1, 2, 5));
        machine.Expire(14, new(1, 1, 2, 5), _changes);

        Changes()[^1].ShouldBe((8, TargetState.Unknown, 8));
    }

    [Fact]
    public void ChangeRules_ShorterIntervalAfterTheOldOne_KeepsNoMoreThanTheOldOneGave()
    {
        var machine = Run(1, 1, (0, true));

        machine.ChangeRules(15, new(1, 1, 10, 16), new(1, 1, 2, 5));
        machine.Expire(16, new(1, 1, 2, 5), _changes);

        Changes()[^1].ShouldBe((10, TargetState.Unknown, 10));
    }

    [Fact]
    public void ChangeRules_LongerInterval_WaitsForItsFirstProbe()
    {
        var machine = Run(1, 1, (0, true));

        machine.ChangeRules(8, new(1, 1, 10, 16), new(1, 1, 40, 46));
        machine.Expire(46, new(1, 1, 40, 46), _changes);
        Changes().Count.ShouldBe(1);
        machine.Expire(47, new(1, 1, 40, 46), _changes);

        Changes()[^1].ShouldBe((40, TargetState.Unknown, 40));
    }

    [Fact]
    public void Forget_AKnownState_IsInDoubtSinceItsLastEvidence()
    {
        var machine = Run(1, 1, (0, true), (10, true));

        machine.Forget(17, "stopped", _changes);

        Changes()[^1].ShouldBe((17, TargetState.Unknown, 7));
    }

    private StateMachine Run(int failures, int successes, params (long At, bool IsGood)[] evidence)
    {
        var machine = default(StateMachine);
        foreach (var (at, isGood) in evidence)
        {
            machine.Observe(at, isGood, "", new(failures, successes, 10, 16), _changes);
        }

        return machine;
    }

    private List<(long, TargetState, long)> Changes() => [.. _changes.Select(change => (change.At, change.State, change.Doubt))];
}

using Prober.Engine.Probing;
using Prober.Engine.Scheduling;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Engine.Tests.Watching;

public sealed class ProbeEngineTests
{
    [Fact]
    public void Run_ATarget_IsProbedOnItsGrid()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();
        bench.Watch(Bench.Define("a", probe));

        bench.Run(60);

        var phase = ProbeGrid.Phase("scripted", "a", 10_000);
        probe.Started.Count.ShouldBe(6);
        probe.Started.ShouldAllBe(start => (start - phase) % 10_000 < 10);
        bench.Engine.Counters.Late.ShouldBe(0);
        bench.Engine.Counters.Missed.ShouldBe(0);
    }

    [Fact]
    public void Run_FromGoodToBad_ChangesAtTheFirstBadProbe()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();
        bench.Watch(Bench.Define("a", probe) with { Failures = 2 });
        bench.Run(20);
        probe.IsBad = true;

        bench.Run(20);

        bench.Changes.Select(told => told.Change.State).ShouldBe([TargetState.Up, TargetState.Down]);
        bench.Changes[1].Change.ShouldBe(new(probe.Started[2], TargetState.Down, 10_000, "Scripted."));
    }

    [Fact]
    public async Task Run_ProbeThatHangs_EndsAtItsTimeout()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe { Hangs = true };
        bench.Watch(Bench.Define("a", probe, interval: 10, timeout: 2));
        bench.Run(10);

        bench.Run(2.1);

        // Its end passes through the thread pool.
        await EndedAsync(bench, 1);
        var (_, result, _) = bench.Probed[0];
        result.Failure.ShouldBe(FailureClass.Timeout);
        result.Message.ShouldBe("No result within 2 s.");
        bench.Engine.Counters.InFlight.ShouldBe(0);
    }

    /// <summary>Without a free handle .NET may not even load what it needs to look at a failure.</summary>
    [Fact]
    public async Task Run_FailureThatCannotBeLookedAt_EndsTheProbe()
    {
        using var bench = new Bench();
        bench.Watch(new TargetDefinition("a", new UntoldProbe()) { Interval = TimeSpan.FromSeconds(10) });

        bench.Run(10);

        await EndedAsync(bench, 1);
        bench.Probed[0].Result.Failure.ShouldBe(FailureClass.Limit);
        bench.Engine.Counters.InFlight.ShouldBe(0);
    }

    [Fact]
    public async Task Run_ProbesBeyondABound_WaitAndAreMissedWhenTheNextIsDue()
    {
        using var bench = new Bench(new() { MaxInFlight = 1 });
        var hanging = new ScriptedProbe("there") { Hangs = true };
        var patient = new ScriptedProbe();
        bench.Watch(Bench.Define("slow", hanging, interval: 3600, timeout: 25));
        RunUntil(bench, () => hanging.Started.Count == 1);
        bench.Watch(Bench.Define("slow", hanging, interval: 3600, timeout: 25), Bench.Define("a", patient));

        bench.Run(24);

        patient.Started.ShouldBeEmpty();
        var target = bench.Engine.Targets[1];
        var missed = bench.Engine.Counters.Missed;
        missed.ShouldBeInRange(1, 2);
        bench.Engine.Counters.Refused.ShouldBe(1);
        target.Status.Missed.ShouldBe(missed);
        target.Status.State.ShouldBe(TargetState.Unknown);

        // The place is free: the probe that is due starts, late, and nobody is called down.
        bench.Run(1.1);
        await EndedAsync(bench, 2);
        patient.Started.Count.ShouldBe(1);
        target.Status.State.ShouldBe(TargetState.Up);
        target.Status.Late.ShouldBe(1);
    }

    [Fact]
    public void Run_ManyToOneDestination_AreBounded()
    {
        using var bench = new Bench(new() { MaxPerDestination = 3 });
        var probes = Enumerable.Range(0, 10).Select(_ => new ScriptedProbe("one") { Hangs = true }).ToArray();
        var other = new ScriptedProbe("two");
        bench.Watch([.. probes.Select((probe, i) => Bench.Define($"{i}", probe, timeout: 10)), Bench.Define("other", other)]);

        bench.Run(10);

        probes.Sum(probe => probe.Started.Count).ShouldBe(3);
        other.Started.Count.ShouldBe(1);
        bench.Engine.Counters.InFlight.ShouldBe(3);
    }

    /// <summary>Each is due again when its time-out ends it, and would start at once.</summary>
    [Theory]
    [InlineData(3, EngineOptions.DefaultMaxInFlight, 6)]
    [InlineData(EngineOptions.DefaultMaxPerDestination, 3, 1)]
    public async Task Run_MoreThatHangThanABoundAllows_TakeTurns(int maxPerDestination, int maxInFlight, int least)
    {
        using var bench = new Bench(new() { MaxPerDestination = maxPerDestination, MaxInFlight = maxInFlight });
        var probes = Enumerable.Range(0, 10).Select(_ => new ScriptedProbe("one") { Hangs = true }).ToArray();
        var other = new ScriptedProbe("two");
        bench.Watch([.. probes.Select((probe, i) => Bench.Define($"{i}", probe, timeout: 10)), Bench.Define("other", other)]);

        for (var step = 0; step < 600; step++)
        {
            bench.Run(0.1);
            var over = probes.Sum(probe => probe.Started.Count(start => start + 10_000 <= bench.Engine.Now));
            await EndedAsync(bench, other.Started.Count + over);
        }

        probes.ShouldAllBe(probe => probe.Started.Count > 0);
        other.Started.Count.ShouldBeGreaterThanOrEqualTo(least);
        bench.Engine.Counters.InFlight.ShouldBe(3);
    }

    /// <summary>Its new destination takes the place that it leaves, and nobody else would wake those who wait at the old one.</summary>
    [Fact]
    public async Task Finish_OfATargetThatMoved_WakesThoseWhoWaitWhereItWas()
    {
        using var bench = new Bench(new() { MaxPerDestination = 1, MaxInFlight = 2 });
        var (hanging, waiting, other) = (
            new ScriptedProbe("one") { Hangs = true }, new ScriptedProbe("one"), new ScriptedProbe("three") { Hangs = true });
        var moving = Bench.Define("moving", hanging, interval: 60, timeout: 60);
        bench.Watch(moving);
        RunUntil(bench, () => hanging.Started.Count == 1);
        bench.Watch(moving, Bench.Define("waiting", waiting));
        bench.Run(11);
        var rest = new[] { Bench.Define("waiting", waiting), Bench.Define("other", other, timeout: 3600) };
        bench.Watch([moving, .. rest]);
        RunUntil(bench, () => other.Started.Count == 1);

        bench.Watch([moving with { Probe = new ScriptedProbe("two") { Hangs = true } }, .. rest]);
        waiting.Started.ShouldBeEmpty();
        bench.Run(60);
        await EndedAsync(bench, 1);

        waiting.Started.Count.ShouldBe(1);
    }

    [Fact]
    public void Stall_OfAMinute_IsOnePauseAndNoEvidenceOfAnyTarget()
    {
        using var bench = new Bench();
        var probes = Enumerable.Range(0, 20).Select(i => new ScriptedProbe($"{i}")).ToArray();
        bench.Watch([.. probes.Select((probe, i) => Bench.Define($"{i}", probe))]);
        bench.Run(20);
        var before = bench.Engine.Now;

        bench.Stall(60);

        bench.Pauses.ShouldBe([new(before, before + 60_000)]);
        bench.Engine.Counters.Missed.ShouldBe(20 * 6);
        bench.Run(10);
        probes.ShouldAllBe(probe => probe.Started.Count == 3);
        bench.Changes.ShouldAllBe(told => told.Change.State != TargetState.Down);
        bench.Engine.Targets.ShouldAllBe(target => target.Status.State == TargetState.Up);
        foreach (var target in bench.Engine.Targets)
        {
            var changes = bench.Changes.Where(told => told.Target == target).Select(told => told.Change).ToList();
            var known = new TargetTimeline(changes, bench.Pauses, [], target.Status.ObservedUntil).Measure(new(before, before + 60_000));
            known.Unknown.ShouldBe(60_000);
        }
    }

    [Theory]
    [InlineData(3600)]
    [InlineData(-3600)]
    public void Clock_SetByAnHour_IsAPauseAndTheGridStaysWhereItIs(int seconds)
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();
        bench.Watch(Bench.Define("a", probe));
        bench.Run(20);

        bench.Time.Set(seconds * 1000L);
        bench.Run(30);

        bench.Pauses.Count.ShouldBe(1);
        bench.Pauses[0].Length.ShouldBeInRange(3_600_000 - 10, 3_600_000 + 10);
        probe.Started.Count.ShouldBe(5);
        bench.Changes.Select(told => told.Change.At).ShouldBeInOrder();
        bench.Changes.ShouldAllBe(told => told.Change.State != TargetState.Down);
    }

    [Fact]
    public void Watch_AnotherListAndTheSameTarget_KeepsPhaseAndState()
    {
        using var bench = new Bench();
        var (kept, dropped, added) = (new ScriptedProbe("1"), new ScriptedProbe("2"), new ScriptedProbe("3"));
        bench.Watch(Bench.Define("kept", kept), Bench.Define("dropped", dropped));
        bench.Run(30);
        var target = bench.Engine.Targets[0];

        bench.Watch(Bench.Define("added", added), Bench.Define("kept", kept));
        bench.Run(30);

        bench.Engine.Targets.ShouldContain(target);
        kept.Started.Count.ShouldBe(6);
        kept.Started.Zip(kept.Started.Skip(1), (one, next) => next - one).ShouldAllBe(gap => Math.Abs(gap - 10_000) <= 10);
        dropped.Started.Count.ShouldBe(3);
        added.Started.Count.ShouldBe(3);
        bench.Changes.Single(told => told.Change.State == TargetState.Unknown).Target.Definition.Name.ShouldBe("dropped");
        bench.Engine.Counters.Missed.ShouldBe(0);
    }

    [Fact]
    public void Watch_ShorterInterval_LeavesKnownWhatWasKnown()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe("a");
        bench.Watch(Bench.Define("a", probe, interval: 3600));
        bench.Run(3600, step: 100);
        bench.Changes.Count.ShouldBe(1, "it is up");
        bench.Run(1800, step: 100);

        bench.Watch(Bench.Define("a", probe, interval: 10));
        bench.Run(30);

        bench.Changes.Count.ShouldBe(1);
        bench.Engine.Targets.Single().State.ShouldBe(TargetState.Up);
    }

    [Fact]
    public void Watch_WhileOthersAreUnderWay_KeepsTheBoundOfTheirDestination()
    {
        using var bench = new Bench(new() { MaxPerDestination = 1 });
        var (hanging, later, other) = (
            new ScriptedProbe("one") { Hangs = true }, new ScriptedProbe("one"), new ScriptedProbe("two"));
        var slow = Bench.Define("slow", hanging, interval: 3600, timeout: 3600);
        bench.Watch(slow);
        RunUntil(bench, () => hanging.Started.Count == 1);

        bench.Watch(slow, Bench.Define("later", later), Bench.Define("other", other));
        bench.Run(11);

        later.Started.ShouldBeEmpty();
        other.Started.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task Watch_TwoOfOneName_IsRefused()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();

        var exception = await Should.ThrowAsync<ArgumentException>(async () =>
            await bench.Engine.WatchAsync([Bench.Define("a", probe), Bench.Define("a", probe)]));

        exception.Message.ShouldContain("scripted a");
    }

    /// <summary>A job that says itself that it failed is believed, however late the prober is.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Failure_WhileTheProberWasLate_IsStrainedIfItWasMeasured(bool isUnmeasured)
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe { Hangs = true, IsUnmeasured = isUnmeasured };
        bench.Watch(Bench.Define("a", probe, interval: 10, timeout: 2));
        RunUntil(bench, () => probe.Started.Count == 1);

        // Less than a pause, more than a tenth of the time-out.
        bench.Stall(0.5);
        bench.Run(1.7);
        await EndedAsync(bench, 1);

        bench.Probed[0].Result.Failure.ShouldBe(isUnmeasured ? FailureClass.Timeout : FailureClass.Strained);
        bench.Engine.Counters.Strained.ShouldBe(isUnmeasured ? 0 : 1);
        bench.Engine.Counters.Bad.ShouldBe(isUnmeasured ? 1 : 0);
        bench.Changes.Count.ShouldBe(isUnmeasured ? 1 : 0);
    }

    /// <summary>The monotonic clock stands still while a machine sleeps: only the wall clock tells that it did.</summary>
    [Fact]
    public async Task Failure_WhileTheMachineSlept_IsStrained()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe { Hangs = true };
        bench.Watch(Bench.Define("a", probe, interval: 10, timeout: 2));
        RunUntil(bench, () => probe.Started.Count == 1);

        bench.Time.Set(3_600_000);
        bench.Run(2.1);
        await EndedAsync(bench, 1);

        bench.Probed[0].Result.Failure.ShouldBe(FailureClass.Strained);
        bench.Changes.ShouldBeEmpty();
    }

    [Fact]
    public void Run_LateLoop_CountsLateProbes()
    {
        using var bench = new Bench();
        var probe = new ScriptedProbe();
        bench.Watch(Bench.Define("a", probe));

        bench.Run(100, step: 700);

        // The loop turns every 700 ms: of ten probes all but a few start more than 50 ms after they were due.
        bench.Engine.Counters.Late.ShouldBe(bench.Probed.Count(told => told.Lateness.TotalMilliseconds > 50));
        bench.Engine.Counters.Late.ShouldBePositive();
        bench.Engine.Targets[0].Status.State.ShouldBe(TargetState.Up);
    }

    private static void RunUntil(Bench bench, Func<bool> condition)
    {
        for (var turns = 0; !condition(); turns++)
        {
            turns.ShouldBeLessThan(400_000);
            bench.Run(0.01);
        }
    }

    /// <summary>Turns the engine, without time passing, until as many probes have ended.</summary>
    private static Task EndedAsync(Bench bench, int count) => Deadline.UntilAsync(() =>
    {
        bench.Engine.Advance();
        return bench.Probed.Count >= count;
    });

    private sealed class UntoldProbe : IProbe
    {
        public string Kind => "scripted";

        public string Endpoint => "here";

        public string Destination => "here";

        public Task<ProbeResult> ProbeAsync(ProbeCall call) => Task.FromException<ProbeResult>(new UntoldException());
    }

    private sealed class UntoldException : System.Security.Authentication.AuthenticationException
    {
        public override string Message => throw new FileNotFoundException("Too many open files.");
    }
}

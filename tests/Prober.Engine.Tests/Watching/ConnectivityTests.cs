using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;

namespace Prober.Engine.Tests.Watching;

public sealed class ConnectivityTests
{
    private readonly ScriptedProbe _first = new("first");
    private readonly ScriptedProbe _second = new("second");
    private readonly ScriptedProbe _shop = new("shop");

    [Theory]
    [InlineData(false, false, TargetState.Down)]
    [InlineData(true, false, TargetState.Down)]
    [InlineData(true, true, TargetState.Unknown)]
    public async Task Failure_WhileCanariesFail_CountsOnlyIfOneAnswers(bool isFirstBad, bool isSecondBad, TargetState state)
    {
        using var bench = new Bench();
        TargetDefinition[] canaries = [Bench.Define("first", _first), Bench.Define("second", _second)];
        bench.Engine.Connectivity.Use(canaries);
        bench.Watch([Bench.Define("shop", _shop), .. canaries]);
        bench.Run(11);
        bench.Engine.Targets.ShouldAllBe(target => target.State == TargetState.Up);

        (_first.IsBad, _second.IsBad, _shop.IsBad) = (isFirstBad, isSecondBad, true);
        await bench.RunUntilAsync(() => bench.Engine.Targets[0].State != TargetState.Up);

        bench.Engine.Targets[0].State.ShouldBe(state);
        bench.Engine.Connectivity.IsLost.ShouldBe(isFirstBad && isSecondBad);
        if (state == TargetState.Unknown)
        {
            bench.Changes.ShouldNotContain(change => change.Change.State == TargetState.Down);
            bench.Probed.ShouldContain(probed => probed.Result.Failure == FailureClass.Canary);
        }
    }

    [Theory]
    [InlineData(false, TargetState.Down)]
    [InlineData(true, TargetState.Unknown)]
    public async Task Failure_BehindAnotherTarget_CountsOnlyIfThatAnswers(bool isFrontBad, TargetState state)
    {
        using var bench = new Bench();
        bench.Watch(Bench.Define("shop", _shop) with { DependsOn = [("scripted", "router")] }, Bench.Define("router", _first));
        bench.Run(11);

        (_first.IsBad, _shop.IsBad) = (isFrontBad, true);
        await bench.RunUntilAsync(() => bench.Engine.Targets[0].State != TargetState.Up);
        if (isFrontBad)
        {
            await bench.RunUntilAsync(() => bench.Engine.Targets[1].State == TargetState.Down);
        }

        bench.Engine.Targets[0].State.ShouldBe(state);
        bench.Probed.Any(probed => probed.Result.Failure == FailureClass.Dependency).ShouldBe(isFrontBad);
    }

    [Fact]
    public async Task Failures_OfManyTargets_ShareOneCheck()
    {
        using var bench = new Bench();
        var canary = Bench.Define("first", _first);
        bench.Engine.Connectivity.Use([canary]);

        var checks = Enumerable.Range(0, 1000).Select(_ => bench.Engine.Connectivity.WorksAsync(CancellationToken.None)).ToArray();

        (await Task.WhenAll(checks).Within()).ShouldAllBe(works => works);
        _first.Started.Count.ShouldBe(1);
    }
}

using Load.Stack;
using Load.Stack.Chaos;

namespace Load.Tests.Stack.Chaos;

public sealed class ChaosPlanTests
{
    private static readonly IStackProcess[] Processes = [new Fake("gateway", EndsByItself: true), new Fake("kafka-1", EndsByItself: false)];

    [Fact]
    public void AtRandom_OneSeed_IsTheSameEachTimeAndAnotherIsNot()
    {
        var first = ChaosPlan.AtRandom(Processes, seed: 1).Take(50).ToList();

        ChaosPlan.AtRandom(Processes, seed: 1).Take(50).ShouldBe(first);
        ChaosPlan.AtRandom(Processes, seed: 2).Take(50).ShouldNotBe(first);
    }

    [Fact]
    public void AtRandom_FaultsOfAServer_AreThoseThatItComesBackFrom()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there a process can only be killed");
        var struck = ChaosPlan.AtRandom(Processes, seed: 1).Take(200).ToLookup(one => one.Struck.Name, one => one.Fault);

        struck["gateway"].ToHashSet().SetEquals([StackFault.Kill, StackFault.Stop, StackFault.Terminate]).ShouldBeTrue();
        struck["kafka-1"].ToHashSet().SetEquals([StackFault.Kill, StackFault.Stop]).ShouldBeTrue();
    }

    [Fact]
    public void InTurn_AFault_StrikesEachOnce() =>
        ChaosPlan.InTurn(Processes, StackFault.Kill).ShouldBe([(StackFault.Kill, Processes[0]), (StackFault.Kill, Processes[1])]);

    private sealed record Fake(string Name, bool EndsByItself) : IStackProcess
    {
        public string? WatchedAs => null;

        public bool ShowsPause => true;

        public Task<bool> IsReadyAsync(HttpClient http, CancellationToken cancellationToken) => Task.FromResult(true);

        public Task KillAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task SignalAsync(string signal, CancellationToken cancellationToken) => Task.CompletedTask;

        public Task BecomeWholeAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}

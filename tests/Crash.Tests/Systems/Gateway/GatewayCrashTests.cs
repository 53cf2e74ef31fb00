using Crash.Faults;
using Crash.Systems.Gateway;

namespace Crash.Tests.Systems.Gateway;

/// <summary>A class of its own: it waits for processes most of the time, while others run.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class GatewayCrashTests(ElasticsearchFixture elasticsearch) : IClassFixture<ElasticsearchFixture>
{
    /// <summary>One of three analyzers killed, one paused, all restarted in turn; each once.</summary>
    [Fact]
    public async Task RunAsync_AnalyzersBehindTheGatewayComeAndGo_LosesNothing()
    {
        var store = await elasticsearch.SkipUnlessPresentAsync();
        using var folder = new TempDirectory();
        using var output = new StringWriter();
        var options = new CrashOptions
        {
            System = new GatewayCrash(),
            Store = "elasticsearch",
            Faults = [GatewayCrash.Backend],
            Rounds = 3,
            Span = TimeSpan.FromMilliseconds(300),
            Workers = 6,
            Pause = TimeSpan.FromMilliseconds(50),
            Seed = 7,
            Out = folder.Path,
            Servers = "",
        };
        await using var scene = new GatewayScene(options, folder.Path, store, script: null);
        var rounds = new CrashRounds(scene.Prepare(GatewayCrash.Backend), options, output);

        await rounds.RunAsync(TestContext.Current.CancellationToken).Within(TimeSpan.FromMinutes(20));

        rounds.Result.Counters.Findings.ShouldBeEmpty();
        rounds.Result.Succeeded.ShouldBeTrue();
        rounds.Result.Counters.Recovery.ShouldNotBeNull();
        string[] struck = ["killed analyzer-", "paused analyzer-", "restarted all analyzers"];
        struck.ShouldAllBe(what => output.ToString().Contains(what));
    }
}

using Crash.Faults;
using Crash.Systems.Prober;

namespace Crash.Tests.Systems.Prober;

/// <summary>
/// Nightly, when little else runs: a prober that is late itself calls no target down, and then there is nothing to be told.
/// </summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class ProberCrashTests
{
    [Theory]
    [InlineData(ProberCrash.Kill)]
    [InlineData(ProberCrash.Pause)]
    public async Task RunAsync_ProberThatIsStruckTwice_TellsEachChangeOnce(string fault)
    {
        using var folder = new TempDirectory();
        using var output = new StringWriter();
        var options = new CrashOptions
        {
            System = new ProberCrash(),
            Store = "sqlite",
            Faults = [fault],
            Rounds = 2,
            Span = TimeSpan.FromMilliseconds(300),
            Workers = 4,
            Seed = 7,
            Out = folder.Path,
            Servers = "",
        };
        await using var scene = await options.System.OpenAsync(options, folder.Path, TestContext.Current.CancellationToken);
        var rounds = new CrashRounds(scene.Prepare(fault), options, output);

        await rounds.RunAsync(TestContext.Current.CancellationToken).Within(TimeSpan.FromMinutes(20));

        rounds.Result.Counters.Findings.ShouldBeEmpty();
        rounds.Result.Succeeded.ShouldBeTrue();
    }
}

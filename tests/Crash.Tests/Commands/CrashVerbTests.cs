using System.CommandLine;
using Crash.Commands;
using Crash.Faults;
using Crash.Systems.Analyzer;

namespace Crash.Tests.Commands;

public sealed class CrashVerbTests
{
    private CrashOptions? _crash;

    [Fact]
    public async Task Invoke_Crash_KillsTheServiceOnSqlite()
    {
        (await InvokeAsync("crash --rounds 50 --seed 9 --out /x --servers s")).Code.ShouldBe(8);

        _crash!.Faults.ShouldBe(["kill"]);
        _crash.System.Name.ShouldBe("analyzer");
        (_crash with { Faults = [] }).ShouldBe(new CrashOptions
        {
            System = _crash.System,
            Store = "sqlite",
            Faults = [],
            Rounds = 50,
            Seed = 9,
            Out = "/x",
            Servers = "s",
        });
    }

    [Fact]
    public async Task Invoke_CrashOnElasticsearch_DoesEverythingToIt()
    {
        await InvokeAsync("crash --store elasticsearch");

        _crash!.Faults.ShouldBe(["kill", "cut", "latency", "reset", "timeout", "pause", "away", "node"]);
        _crash.Rounds.ShouldBe(3);
    }

    [Fact]
    public async Task Invoke_CrashWithFaults_DoesThese()
    {
        await InvokeAsync("crash --store elasticsearch --fault node --fault cut --fault node --seconds 0.25 --submitters 4 --pause 20");

        _crash!.Faults.ShouldBe(["node", "cut"]);
        _crash.Span.ShouldBe(TimeSpan.FromSeconds(0.25));
        _crash.Workers.ShouldBe(4);
        _crash.Pause.ShouldBe(TimeSpan.FromMilliseconds(20));
    }

    [Theory]
    [InlineData("crash --fault node", "--fault: sqlite has no node; it takes kill.")]
    [InlineData("crash --fault flood", "flood")]
    [InlineData("crash --store papyrus", "papyrus")]
    [InlineData("crash --rounds 0", "--rounds takes at least 1")]
    [InlineData("crash --submitters 1", "--submitters takes at least 2")]
    [InlineData("crash --rounds x", "Cannot parse argument 'x' for option '--rounds'")]
    [InlineData("crash --seconds 0", "--seconds takes more than 0")]
    public async Task Invoke_BadCrash_SaysWhatIsWrongAndKillsNothing(string arguments, string message)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(1);
        said.ShouldContain(message);
        _crash.ShouldBeNull();
    }

    private async Task<(int Code, string Said)> InvokeAsync(string arguments)
    {
        var said = new StringWriter();
        var verb = CrashVerb.Create([new AnalyzerCrash()], options =>
        {
            _crash = options;
            return Task.FromResult(8);
        });
        var code = await new RootCommand { verb }.Parse(arguments)
            .InvokeAsync(new() { Output = said, Error = said }, TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}

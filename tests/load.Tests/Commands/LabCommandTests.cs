using Load.Commands;
using Load.Crash;
using Load.Running;
using Load.Stores;
using Load.Suites;

namespace Load.Tests.Commands;

public sealed class LabCommandTests
{
    private RunOptions? _options;
    private CrashOptions? _crash;

    [Fact]
    public async Task Invoke_NoArguments_RunsTheQuickSuite()
    {
        (await InvokeAsync("")).Code.ShouldBe(7);

        _options!.Suite.ShouldBe("quick");
        _options.Only.ShouldBeNull();
        _options.Repeat.ShouldBeNull();
        _options.Seed.ShouldBe(1UL);
        _options.Out.ShouldEndWith(Path.Combine("load", "results"));
    }

    [Fact]
    public async Task Invoke_OptionsWithoutAVerb_AreTaken()
    {
        await InvokeAsync("--repeat 5 --seconds 2.5 --seed 9 --only size=1MB --out /x --corpus files --service a.dll --minutes 90 --store elasticsearch --store-url http://a:1,http://b:2");

        _options.ShouldBe(new RunOptions
        {
            Suite = "quick",
            Repeat = 5,
            Slot = TimeSpan.FromSeconds(2.5),
            Seed = 9,
            Only = "size=1MB",
            Out = "/x",
            Corpus = "files",
            Service = "a.dll",
            Length = TimeSpan.FromMinutes(90),
            Store = new StoreTarget(StoreTarget.Elasticsearch, "http://a:1,http://b:2"),
        });
    }

    [Fact]
    public async Task Invoke_TargetSettingsAndBaseline_AreTaken()
    {
        await InvokeAsync("run quick --target http://a:1 --target-grpc http://a:2 --baseline b.json --force");
        (_options!.Target, _options.TargetGrpc, _options.Baseline, _options.Force).ShouldBe((new Uri("http://a:1"), new Uri("http://a:2"), "b.json", true));

        await InvokeAsync("run quick --set A:B=1 --set C=2");
        _options.Set.ShouldBe(["A:B=1", "C=2"]);
    }

    [Fact]
    public async Task Invoke_RunWithSuite_TakesItAndItsOptions()
    {
        (await InvokeAsync("run quick --repeat 2")).Code.ShouldBe(7);

        _options!.Repeat.ShouldBe(2);
    }

    [Theory]
    [InlineData("run slow", "slow")]
    [InlineData("--repeat 0", "--repeat takes at least 1")]
    [InlineData("--seconds 0.5", "--seconds takes 1 to 86400")]
    [InlineData("--target papyrus", "--target takes an http or https address")]
    [InlineData("--target-grpc http://a:1", "--target-grpc goes with it")]
    [InlineData("--target http://a:1 --service a.dll", "--service, --set, --store and --store-url are for one that the lab starts")]
    [InlineData("--nonsense", "--nonsense")]
    [InlineData("--store papyrus", "papyrus")]
    [InlineData("--store elasticsearch", "--store elasticsearch: name a server with --store-url")]
    [InlineData("--store-url 127.0.0.1:9200", "--store-url takes http or https addresses")]
    public async Task Invoke_BadArguments_SaysWhatIsWrongAndRunsNothing(string arguments, string message)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(1);
        said.ShouldContain(message);
        _options.ShouldBeNull();
    }

    [Fact]
    public async Task Invoke_Crash_KillsTheServiceOnSqlite()
    {
        (await InvokeAsync("crash --rounds 50 --seed 9 --out /x --servers s")).Code.ShouldBe(8);

        _crash!.Faults.ShouldBe(["kill"]);
        (_crash with { Faults = [] }).ShouldBe(new CrashOptions { Store = "sqlite", Faults = [], Rounds = 50, Seed = 9, Out = "/x", Servers = "s" });
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
        await InvokeAsync("crash --store elasticsearch --fault node --fault cut --fault node --seconds 0.25 --submitters 4");

        _crash!.Faults.ShouldBe(["node", "cut"]);
        _crash.Span.ShouldBe(TimeSpan.FromSeconds(0.25));
        _crash.Submitters.ShouldBe(4);
    }

    [Theory]
    [InlineData("crash --fault node", "sqlite knows no other --fault than kill")]
    [InlineData("crash --fault flood", "flood")]
    [InlineData("crash --store papyrus", "papyrus")]
    [InlineData("crash --rounds 0", "--rounds takes at least 1")]
    [InlineData("crash --submitters 1", "--submitters takes at least 2")]
    [InlineData("crash --seconds 0", "--seconds takes more than 0")]
    public async Task Invoke_BadCrash_SaysWhatIsWrongAndKillsNothing(string arguments, string message)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(1);
        said.ShouldContain(message);
        _crash.ShouldBeNull();
    }

    [Fact]
    public async Task Invoke_List_ShowsEverySuite()
    {
        var (code, said) = await InvokeAsync("list");

        code.ShouldBe(0);
        foreach (var suite in SuiteCatalog.Names)
        {
            said.ShouldContain($"{suite} ");
        }

        _options.ShouldBeNull();
    }

    [Fact]
    public async Task Invoke_Help_NamesVerbsAndOptions()
    {
        var (code, said) = await InvokeAsync("--help");

        code.ShouldBe(0);
        said.ShouldContain("Measure a suite");
        said.ShouldContain("--corpus");
    }

    private async Task<(int Code, string Said)> InvokeAsync(string arguments)
    {
        var said = new StringWriter();
        var root = LabCommand.Create(options =>
        {
            _options = options;
            return Task.FromResult(7);
        },
        crash =>
        {
            _crash = crash;
            return Task.FromResult(8);
        });
        var code = await root.Parse(arguments).InvokeAsync(new() { Output = said, Error = said }, TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}

using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Commands;

public sealed class LabCommandTests
{
    private static readonly AnalyzerSystem System = new();

    private RunOptions? _options;
    private Suite? _suite;

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
        await InvokeAsync("--repeat 5 --seconds 2.5 --seed 9 --only size=1MB --out /x --baseline b.json --force --metrics-port 9 --smoke");

        _options.ShouldBe(new RunOptions
        {
            Suite = "quick",
            Repeat = 5,
            IterationLength = TimeSpan.FromSeconds(2.5),
            Seed = 9,
            Only = "size=1MB",
            Out = "/x",
            Baseline = "b.json",
            Force = true,
            MetricsPort = 9,
            Smoke = true,
            CommandLine = _options!.CommandLine,
        });
    }

    [Fact]
    public async Task Invoke_OptionsOfTheSystem_ReachItsSuite()
    {
        await InvokeAsync("run quick --store elasticsearch --store-url http://a:1,http://b:2 --set A:B=1 --set C=2");

        var facts = _suite!.DescribeAsync;
        facts.Target.ShouldBeOfType<AnalyzerRequest>().Store.ShouldBe(new StoreTarget(StoreTarget.Elasticsearch, "http://a:1,http://b:2"));
        ((AnalyzerRequest)facts.Target!).Settings
            .ShouldBe(new Dictionary<string, string> { ["A:B"] = "1", ["C"] = "2" }, ignoreOrder: true);

        await InvokeAsync("run quick --target http://a:1 --target-grpc http://a:2");
        (await _suite.DescribeAsync(TestContext.Current.CancellationToken).Within()).Target.ShouldBe("http://a:1/");
    }

    [Fact]
    public async Task Invoke_OptionOfTheSuite_IsTakenByItAlone()
    {
        await InvokeAsync("run soak --minutes 90");
        _suite!.PlannedTime.ShouldBe(TimeSpan.FromMinutes(90), TimeSpan.FromMinutes(4));
        _options = null;

        var (code, said) = await InvokeAsync("run stress --minutes 90");

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain("--minutes");
        _options.ShouldBeNull();
    }

    [Fact]
    public async Task Invoke_RunWithSuite_TakesItAndItsOptions()
    {
        (await InvokeAsync("run quick --repeat 2")).Code.ShouldBe(7);

        _options!.Repeat.ShouldBe(2);
    }

    [Theory]
    [InlineData("run slow", "slow")]
    [InlineData("--repeat x", "Cannot parse argument 'x' for option '--repeat'")]
    [InlineData("--repeat 0", "--repeat takes at least 1")]
    [InlineData("--seconds 0.5", "--seconds takes 1 to 86400")]
    [InlineData("trial --rounds 0", "--rounds takes 1 to 1000")]
    [InlineData("--target papyrus", "--target takes an http or https address")]
    [InlineData("--target-grpc http://a:1", "--target-grpc and --key go with it")]
    [InlineData("--target http://a:1 --service a.dll", "--service, --set, --store and --store-url are for one that the lab starts")]
    [InlineData("--nonsense", "--nonsense")]
    [InlineData("--store papyrus", "papyrus")]
    [InlineData("--store elasticsearch", "--store elasticsearch: name a server with --store-url")]
    [InlineData("--store-url 127.0.0.1:9200", "--store-url takes http or https addresses")]
    public async Task Invoke_BadArguments_SaysWhatIsWrongAndRunsNothing(string arguments, string message)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain(message);
        _options.ShouldBeNull();
    }

    [Theory]
    [InlineData("--picture no/such/folder/x.svg: Could not find a part of the path", "stack", "--picture", "no/such/folder/x.svg")]
    [InlineData("--picture takes a file.", "stack", "--picture", "")]
    [InlineData("--data takes a folder.", "stack", "--data", "")]
    [InlineData("--file takes a file.", "run", "--file", "")]
    [InlineData("--out takes a folder.", "run", "--out", "")]
    [InlineData("--out takes a file.", "export", "a-run", "--format", "openmetrics", "--out", "")]
    public async Task Invoke_PathThatIsNone_IsTold(string message, params string[] arguments)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(LabExitCode.NotDone);
        said.ShouldContain(message);
        said.ShouldNotContain("   at ");
        _options.ShouldBeNull();
    }

    [Fact]
    public void List_SuiteThatCannotBeMeasuredHere_SaysWhy() =>
        ListVerb.PlanOf(new Suite
        {
            Name = "far",
            Cases = [new Case { Dimensions = [], Source = new CountSource.Benchmark("x"), Obstacle = "there is no moon" }],
            Repeats = 1,
            IterationLength = TimeSpan.FromSeconds(1),
            Compared = new ComparedDimension("kind"),
        }).ShouldBe("No row of 'far' can be measured here: there is no moon");

    [Fact]
    public async Task Invoke_List_ShowsEverySuite()
    {
        var (code, said) = await InvokeAsync("list");

        code.ShouldBe(0);
        said.ShouldContain("analyzer:");
        foreach (var suite in System.Suites)
        {
            said.ShouldContain($"  {suite.Name} ");
        }

        _options.ShouldBeNull();
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    public async Task Invoke_Help_NamesVerbsOptionsAndExitCodes(string arguments)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(0);
        said.ShouldContain("Measure a suite");
        said.ShouldContain("--corpus");
        said.ShouldContain("3 the runs cannot be compared");
        _options.ShouldBeNull();
    }

    [Fact]
    public async Task Invoke_HelpOfASuite_NamesItsOptionsOnly()
    {
        var (code, said) = await InvokeAsync("run soak --help");

        code.ShouldBe(0);
        said.ShouldContain("--minutes");
        said.ShouldNotContain("--corpus");
    }

    private Task<(int Code, string Said)> InvokeAsync(string arguments) =>
        InvokeAsync(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    private async Task<(int Code, string Said)> InvokeAsync(string[] arguments)
    {
        var said = new StringWriter();
        var root = LabCommand.Create(
            [System],
            (options, create) =>
            {
                _options = options;
                _suite = create();
                return Task.FromResult(7);
            });
        var code = await Invocation.InvokeAsync(
            root, arguments, new() { Output = said, Error = said },
            TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}

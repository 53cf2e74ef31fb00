using Load.Commands;
using Load.Running;
using Load.Suites;

namespace Load.Tests.Commands;

public sealed class LabCommandTests
{
    private RunOptions? _options;

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
        await InvokeAsync("--repeat 5 --seconds 2.5 --seed 9 --only size=1MB --out /x --corpus files --service a.dll --minutes 90");

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
        });
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
    [InlineData("--nonsense", "--nonsense")]
    public async Task Invoke_BadArguments_SaysWhatIsWrongAndRunsNothing(string arguments, string message)
    {
        var (code, said) = await InvokeAsync(arguments);

        code.ShouldBe(1);
        said.ShouldContain(message);
        _options.ShouldBeNull();
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
        });
        var code = await root.Parse(arguments).InvokeAsync(new() { Output = said, Error = said }, TestContext.Current.CancellationToken);
        return (code, said.ToString());
    }
}

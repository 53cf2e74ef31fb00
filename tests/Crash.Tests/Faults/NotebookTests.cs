using System.CommandLine;
using Crash.Commands;
using Crash.Faults;
using Crash.Tests.Faults.Notebook;
using Spectre.Console;

namespace Crash.Tests.Faults;

/// <summary>The crash suite with a system that the lab does not know.</summary>
public sealed class NotebookTests : IDisposable
{
    private readonly TempDirectory _folder = new();
    private readonly StringWriter _said = new();
    private readonly CancellationTokenSource _stop = new();

    public void Dispose()
    {
        _stop.Dispose();
        _folder.Dispose();
        _said.Dispose();
    }

    [Theory]
    [InlineData("kill")]
    [InlineData("stall")]
    public async Task Crash_HonestSystem_FindsNothing(string fault)
    {
        (await CrashAsync($"crash --system notebook --fault {fault} --rounds 2")).ShouldBe(0, $"{_said}");

        _said.ToString().ShouldContain($"[2/2] {fault} paper: after ");
        _said.ToString().ShouldContain(" lines acknowledged, 0 lost, 0 duplicated, 0 wrong so far");
        Directory.GetDirectories(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Crash_LineLost_IsFoundAndTheDataStays()
    {
        (await CrashAsync("crash --fault tear --rounds 1")).ShouldBe(CrashLab.Found);

        _said.ToString().ShouldContain("tear paper: lost: line 1 is not found over pen");
        Directory.GetDirectories(_folder.Path).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Crash_CallsFailAgainstThePromise_IsFoundInEachRound()
    {
        (await CrashAsync("crash --fault vow --rounds 2")).ShouldBe(CrashLab.Found);

        _said.ToString().ShouldMatch(
            @"\[1/2\] vow paper: .* calls? failed \(.* × line over pen: away\) in spite of the vow; .* 1 wrong so far");
        _said.ToString().ShouldMatch(@"vow paper: wrong: in round 2 .* calls? failed");
    }

    [Fact]
    public async Task Crash_StoppedWhileTheSystemHangs_EndsAtOnceAndFindsNothing()
    {
        (await CrashAsync("crash --fault hang --rounds 1")).ShouldBe(130);

        _said.ToString().ShouldContain("0/1");
        _said.ToString().ShouldNotContain("wrong:");
        Directory.GetDirectories(_folder.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("crash --system diary", "diary")]
    [InlineData("crash --store stone", "--store: notebook has no stone; it takes paper.")]
    [InlineData("crash --fault fire", "--fault: paper has no fire; it takes kill, stall, vow, hang, tear.")]
    public async Task Crash_UnknownName_SaysWhatThereIs(string arguments, string message)
    {
        (await CrashAsync(arguments)).ShouldNotBe(0);

        _said.ToString().ShouldContain(message);
    }

    private async Task<int> CrashAsync(string arguments)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(_said) });
        var lab = new CrashLab(console, TimeProvider.System);
        var verb = CrashVerb.Create([new NotebookCrash(_stop.CancelAsync)], options => lab.RunAsync(options, _stop.Token));
        var all = $"{arguments} --seconds 0.05 --submitters 2 --seed 1 --out {_folder.Path}";
        return await new RootCommand { verb }.Parse(all)
            .InvokeAsync(new() { Output = _said, Error = _said }, TestContext.Current.CancellationToken)
            .Within(Deadline.Extended);
    }
}

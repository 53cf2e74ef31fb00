using System.Diagnostics;
using Load.Commands;
using Load.Live;
using Load.Machine;
using Load.Measuring;
using Load.Reports;
using Load.Results.Summary;
using Spectre.Console;

namespace Load.Tests.Systems.ThrowAway;

/// <summary>A process of the lab's own dies in a row, does not start, or throws: the row is void, and the rest goes on.</summary>
public sealed class MortalSystemTests : IDisposable
{
    private readonly TempDirectory _folder = new();
    private int _starts;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_ProcessKilledInTheMiddleOfARow_VoidsTheRowAndMeasuresTheRest()
    {
        var report = await RunAsync(Suite("killed", system => system.Kill()));

        report.Result.Succeeded.ShouldBeFalse(); // exit code 1
        report.Result.Interrupted.ShouldBeNull();
        report.Result.Environment.Yardsticks.ShouldBeNull("a smoke run is compared with nothing");
        Row(report, "killed").InvalidReasons.ShouldContain(reason => reason.Contains("Mortal ended by itself in repeat 1"));
        Row(report, "before").InvalidReasons.ShouldNotContain(reason => reason.Contains("Mortal")); // a busy machine has reasons of its own
        Row(report, "after").Iterations.Count.ShouldBe(2);
        _starts.ShouldBe(3); // a new process after each death
        (await File.ReadAllTextAsync(Path.Combine(_folder.Path, report.Result.Id, "summary.md"), TestContext.Current.CancellationToken))
            .ShouldContain("killed x1 is void: Mortal ended by itself");
        SummaryDocument.Of(report.Result).Succeeded.ShouldBeFalse();
    }

    [Fact]
    public async Task Run_ExceptionInARow_IsWordsAndTheRestGoesOn()
    {
        var report = await RunAsync(Suite("thrown", _ => throw new InvalidOperationException("no such thing")));

        Row(report, "thrown").InvalidReasons.ShouldContain("InvalidOperationException: no such thing");
        Row(report, "after").Iterations.Count.ShouldBe(2);
        MarkdownReport.Of(report).ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Run_TimeOutOfTheLab_IsWordsAndTheRestGoesOn()
    {
        var report = await RunAsync(Suite("late", _ => throw new TaskCanceledException()));

        Row(report, "late").InvalidReasons.ShouldContain(reason => reason.Contains("waited longer than it may"));
        report.Result.Succeeded.ShouldBeFalse();
    }

    /// <summary>A folder that takes no file stands for a full disk: what was measured is printed all the same.</summary>
    [Fact]
    public async Task Run_ResultsFolderTakesNoMoreInTheMiddle_KeepsWhatWasMeasured()
    {
        var report = await RunAsync(Suite("full", _ =>
        {
            var run = Directory.GetDirectories(_folder.Path).Single();
            Directory.Delete(run, recursive: true);
            File.WriteAllText(run, "a file has no files in it");
        }));

        report.Unwritten.ShouldNotBeNull().ShouldStartWith("--out: the results could not be written to ");
        report.Result.Rows.Select(row => row.Case["kind"]).ShouldBe(["before", "full", "after"]);
        report.Result.Rows.ShouldAllBe(row => row.Units > 0);
        var output = new StringWriter();
        ConsoleReport.Write(
            AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output), Ansi = AnsiSupport.No }), report, "nowhere");
        output.ToString().ShouldContain("before");
        output.ToString().ShouldNotContain("Results: ");
    }

    /// <summary>It came out that the machine cannot do it: no failure, and no second try.</summary>
    [Fact]
    public async Task Run_RowThatTheMachineCannotDo_IsSkippedByName()
    {
        var tries = 0;
        var report = await RunAsync(Suite("beyond", _ =>
        {
            tries++;
            throw new ObstacleException("it needs 4000 probes a second, and 9 are made here");
        }));

        tries.ShouldBe(1);
        report.Result.Succeeded.ShouldBeTrue();
        report.Result.Rows.Select(row => row.Case["kind"]).ShouldBe(["before", "after"]);
        MarkdownReport.Of(report).ShouldContain("Skipped 1 row");
        MarkdownReport.Of(report).ShouldContain("it needs 4000 probes a second");
    }

    [Fact]
    public async Task Run_NothingStarts_IsRefusedAndLeavesNoFolder()
    {
        var suite = Suite("any", _ => { });
        var none = new Setup("none", (_, _) => throw new LabException("It does not start."));
        var unstarted = suite with { Cases = [.. suite.Cases.Select(one => one with { Setup = none })] };

        (await Should.ThrowAsync<LabException>(() => RunAsync(unstarted))).Message.ShouldBe("It does not start.");
        Directory.GetDirectories(_folder.Path).ShouldBeEmpty();
    }

    private static CaseResult Row(RunReport report, string kind) => report.Result.Rows.Single(row => row.Case["kind"] == kind);

    private Task<RunReport> RunAsync(Suite suite) => new LabRun(
        new RunOptions { Suite = "mortal", Out = _folder.Path, Smoke = true }, suite,
        new LineProgress(TextWriter.Null, TimeProvider.System), TimeProvider.System)
            .RunAsync(TestContext.Current.CancellationToken).Within();

    private Suite Suite(string kind, Action<Mortal> happens) => new()
    {
        Name = "mortal",
        Cases = [Case("before", _ => { }), Case(kind, happens), Case("after", _ => { })],
        Repeats = 2,
        IterationLength = TimeSpan.FromSeconds(0.3),
        WarmUp = TimeSpan.Zero,
        WarmUpRounds = 0,
        CoolDown = TimeSpan.Zero,
        Compared = new ComparedDimension("kind"),
    };

    private Case Case(string kind, Action<Mortal> happens) => new()
    {
        Dimensions = [new("kind", kind), new LoadShape.Closed(1).Dimension],
        Source = new CountSource.Counter((system, _) => Task.FromResult<IWorkCounter>(new Counter(() => happens((Mortal)system)))),
        Setup = new Setup("default", (context, _) =>
        {
            _starts++;
            return Task.FromResult<ISystemUnderTest>(new Mortal(context));
        }),
        Kind = kind,
    };

    /// <summary>A process that does nothing until its input ends.</summary>
    private sealed class Mortal : ISystemUnderTest
    {
        private readonly ChildProcess _process;

        public Mortal(SetupContext context) => _process = ChildProcess.Start(
            "Mortal",
            new ProcessStartInfo(OperatingSystem.IsWindows() ? "findstr" : "cat", OperatingSystem.IsWindows() ? "x" : "")
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
            Path.Combine(context.Folder.FullName, "mortal.log"), null);

        public IReadOnlyList<IObservedProcess> Processes => [_process];

        public HostControl? Control => null;

        public bool IsOurs => true;

        public void Kill()
        {
            using var process = Process.GetProcessById(_process.Id);
            process.Kill();
            process.WaitForExit();
        }

        public ValueTask DisposeAsync() => _process.DisposeAsync();
    }

    /// <summary>The second look is the end of the row: what happens, happens before it.</summary>
    private sealed class Counter(Action happens) : IWorkCounter
    {
        private long _looks;

        public Task<WorkCount> ReadAsync(CancellationToken cancellationToken)
        {
            if (++_looks == 2)
            {
                happens();
            }

            return Task.FromResult(new WorkCount(Done: 10 * _looks));
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}

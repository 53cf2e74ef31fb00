using System.CommandLine;
using Load.Commands;
using Load.Comparing;
using Load.Live;
using Load.Machine;
using Load.Reports;
using Load.Results.Exporting;
using Load.Tests.Commands;
using Spectre.Console;

namespace Load.Tests.Systems.ThrowAway;

/// <summary>A system that the core has never heard of, run, reported, compared and exported by it.</summary>
public sealed class ThrowAwaySystemTests : IDisposable
{
    private readonly TempDirectory _folder = new();
    private readonly ThrowAwaySystem _system = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_WorkThatIsCounted_HasRatesCpuAndIntervals()
    {
        var report = await RunAsync("run watch --targets 50 --smoke");

        report.Result.Succeeded.ShouldBeTrue();
        report.Result.Rows.Select(row => row.Case.Name).ShouldBe(["tcp 50 targets", "https 50 targets"]);
        _system.Started.ShouldHaveSingleItem(); // both rows share the processes
        foreach (var row in report.Result.Rows)
        {
            row.IsTimed.ShouldBeFalse();
            row.Iterations.Select(iteration => iteration.Work.Done).ShouldBe([500, 500]);
            row.Rate!.Mean.ShouldBe(row.Iterations.Average(iteration => 500 / iteration.Window.TotalSeconds), 1e-6);
            row.Rate.HalfWidth.ShouldNotBeNull();
            row.ServiceCpuSecondsPerUnit.ShouldNotBeNull().Mean.ShouldBeGreaterThanOrEqualTo(0);
            row.Processes.ShouldBe([ThrowAwaySystem.Watcher, ThrowAwaySystem.Farm]);
            row.CpuSecondsPerUnit(ThrowAwaySystem.Farm).ShouldNotBeNull();
            row.Latencies.Count.ShouldBe(0);
        }
    }

    [Fact]
    public async Task Report_WorkThatIsCounted_SpeaksOfItsUnitAndOfNoLatencies()
    {
        var report = await RunAsync("run watch --smoke");

        var output = new StringWriter();
        ConsoleReport.Write(
            AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output), Ansi = AnsiSupport.No }), report, "here");

        var text = output.ToString();
        text.ShouldContain("probe/s");
        text.ShouldContain("CPU µs/probe");
        text.ShouldContain("Farm µs");
        text.ShouldContain("lateness ms");
        text.ShouldNotContain("p99");
        text.ShouldContain("https 100 targets runs at ");
        text.ShouldContain("Against the published table");
        text.ShouldContain("It is enough.");
    }

    [Fact]
    public async Task Summary_WorkThatIsCounted_IsReadBackComparedAndExported()
    {
        var folder = Path.Combine(_folder.Path, (await RunAsync("run watch --smoke")).Result.Id);

        var summary = SummaryFile.Read(folder);
        summary.Rows.ShouldAllBe(row => row.LoadModel == "counted" && row.Unit == "probe" && row.Units > 0);
        summary.Rows.SelectMany(row => row.Repeats).ShouldAllBe(repeat => repeat.ProcessCpuMs!.ContainsKey(ThrowAwaySystem.Farm));
        summary.Rows.ShouldAllBe(row => row.Figures!["lateness ms"].Mean == 4 && row.Figures["lateness ms"].Repeats == 2);
        summary.Environment.Others["farm"].ToString().ShouldBe("loopback");

        // Other tests keep this process busy, which voids the rows of a lab that is itself.
        var valid = summary with { IsSmoke = false, Rows = [.. summary.Rows.Select(row => row with { InvalidReasons = [] })] };
        var comparison = Comparer.Compare(valid, valid, force: false);
        comparison.Rows.Select(change => change.Name).ShouldContain("probe/s");
        comparison.ExitCode.ShouldBe(LabExitCode.Success);
        var openMetrics = new StringWriter();
        ExportFormat.Write(ExportFormat.OpenMetrics, RecordedRun.Read(folder), openMetrics);
        openMetrics.ToString().ShouldContain("job=\"watcher\"");
        openMetrics.ToString().ShouldContain("job=\"farm\"");
    }

    [Fact]
    public async Task List_AnotherSystem_StandsBesideTheOthers()
    {
        var output = new StringWriter();

        await Invocation.InvokeAsync(
            Root((_, _) => Task.FromResult(0)), ["list"], new() { Output = output, Error = output }, TestContext.Current.CancellationToken);

        output.ToString().ShouldContain("watcher:");
        output.ToString().ShouldContain("probes a second by kind of target (2 rows, 2 times");
    }

    private async Task<RunReport> RunAsync(string arguments)
    {
        RunReport? report = null;
        var root = Root(async (options, create) =>
        {
            var progress = new LineProgress(TextWriter.Null, TimeProvider.System);
            report = await new LabRun(options, options.Customize(create()), progress, TimeProvider.System).RunAsync(
                TestContext.Current.CancellationToken);
            return LabExitCode.Success;
        });
        (await Invocation.InvokeAsync(
            root, [.. arguments.Split(' '), "--out", _folder.Path], new() { Output = TextWriter.Null },
                TestContext.Current.CancellationToken)
            .Within()).ShouldBe(LabExitCode.Success);
        return report.ShouldNotBeNull();
    }

    private RootCommand Root(RunSuite run) =>
        LabCommand.Create([_system], run);
}

using System.Diagnostics;

namespace Load.Tests.EndToEnd;

/// <summary>A run beside programs that take all processors for nothing.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class BusyMachineTests : IDisposable
{
    private readonly List<Process> _loops = [];

    public void Dispose()
    {
        foreach (var loop in _loops)
        {
            loop.Kill();
            loop.Dispose();
        }
    }

    [Fact]
    public async Task Run_BesideABusyLoopOnEachProcessor_SaysSoAboveItsTableAndVoidsTheRows()
    {
        Loop();

        using var lab = await LabProcess.SucceedAsync(
            "run", "quick", "--repeat", "1", "--seconds", "2", "--only", "size=10KB,instances=16,file=look-up");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldNotBeEmpty();
        summary.Rows.ShouldAllBe(row => row.InvalidReasons.Any(reason => reason.StartsWith("other programs kept ")));
        var said = lab.Output.IndexOf("The machine was busy with other work: ", StringComparison.Ordinal);
        said.ShouldBeInRange(0, lab.Output.IndexOf("CPU µs/req", StringComparison.Ordinal));
        lab.Output.ShouldContain($"{summary.Rows.Count} of {summary.Rows.Count} rows are void: the notes below the table say why.");
    }

    [Fact]
    public async Task Run_ThatWaitsForAQuietMachine_MeasuresNothingAndNamesTheBusiest()
    {
        Loop();

        using var lab = new LabProcess("run", "quick", "--smoke", "--wait-for-quiet", "3");

        (await lab.ExitAsync()).ShouldBe(2, lab.Output);
        lab.Output.ShouldMatch(@"--wait-for-quiet: after 3 s other programs still keep .* processors busy \(.*\bsh \d");
        lab.Runs.ShouldBeEmpty("nothing was measured");
    }

    private void Loop()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the loops are those of a shell");
        for (var loop = 0; loop < Environment.ProcessorCount; loop++)
        {
            _loops.Add(Process.Start("sh", ["-c", "while :; do :; done"]));
        }
    }
}

using Load.Machine;
using Load.Systems.Analyzer.Service;

namespace Load.Tests.EndToEnd;

/// <summary>Runs against a service that the lab did not start, and runs that cannot begin.</summary>
[Trait("Category", "EndToEnd")]
public sealed class TargetRunTests
{
    /// <summary>Runs twice, the second time against the first.</summary>
    [Fact]
    public async Task Run_TargetAndBaseline_MeasuresWhatRunsAlreadyAndCompares()
    {
        using var folder = new TempDirectory();
        var start = new ServiceStart(ServiceStart.BuiltAssembly, folder.Combine("service.log"));
        await using var service = await ServiceProcess.StartAsync(
            start, ServiceSettings.Default, folder.Combine("data"), TestContext.Current.CancellationToken).Within(Deadline.Extended);
        string[] arguments =
        [
            "--smoke", "--repeat", "2", "--only", "file=look-up,instances=1",
            "--target", $"{service.Http}", "--target-grpc", $"{service.Grpc}",
        ];
        using var first = await LabProcess.SucceedAsync(arguments);

        using var second = new LabProcess([.. arguments, "--baseline", first.Results.FullName, "--force"]);

        // Whether the second run was slower, or the machine too busy for either, is not the test's affair.
        (await second.ExitAsync()).ShouldBeOneOf(LabExitCode.Success, LabExitCode.GateMissed, LabExitCode.NotComparable);
        second.Output.ShouldContain("vs baseline");
        (await second.ReadAsync("summary.md")).ShouldContain("there are no figures of its process");
        var summary = await second.ReadSummaryAsync();
        summary.Environment.Target.ShouldBe($"{service.Http}");
        summary.Rows.Select(row => row.Name).ShouldBe(["rest look-up 10KB x1", "grpc look-up 10KB x1"]);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        summary.Rows.ShouldAllBe(row => row.ServiceCpuMicrosecondsPerUnit == null && row.ServiceAllocatedBytesPerUnit == null);
        service.HasExited.ShouldBeFalse(); // it is not the lab's to stop
    }

    [Fact]
    public async Task Run_NothingToSend_SaysSo()
    {
        using var files = new TempDirectory();
        using var lab = new LabProcess("--corpus", files.Path);

        (await lab.ExitAsync()).ShouldBe(LabExitCode.NotDone);

        lab.Output.ShouldContain("--corpus: there are no files in");
    }

    [Fact]
    public async Task Run_TargetNotThere_SaysSoAndLeavesNothing()
    {
        using var lab = new LabProcess(
            "--target", $"http://127.0.0.1:{LoopbackPort.FindFree()}", "--only", "file=look-up,instances=1");

        (await lab.ExitAsync()).ShouldBe(LabExitCode.NotDone);

        lab.Output.ShouldContain("no service can be reached there");
        lab.Runs.ShouldBeEmpty();
    }
}

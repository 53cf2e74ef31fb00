using Load.Machine;

namespace Crash.Tests.EndToEnd;

/// <summary>A class of its own: it waits for servers most of the time, while others run.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class ElasticsearchCrashTests
{
    [Fact]
    public Task Crash_NodeAndNetwork_LoseNothing() => LoseNothingAsync("node", "reset");

    [Fact]
    public Task Crash_EveryOtherFault_LosesNothing() => LoseNothingAsync("kill", "cut", "latency", "timeout", "pause", "away");

    private static async Task LoseNothingAsync(params string[] faults)
    {
        var script = SharedData.SkipUnlessPresent("services", "services");
        string[] chosen = [.. faults.SelectMany(fault => new[] { "--fault", fault })];
        using var lab = new LabProcess(
        [
            "crash", "--store", "elasticsearch", .. chosen, "--rounds", "1", "--seconds", "0.5", "--pause", "50", "--seed", "7",
            "--servers", script,
        ]);

        (await lab.ExitAsync(TimeSpan.FromMinutes(20))).ShouldBe(LabExitCode.Success, lab.Output);

        faults.ShouldAllBe(fault => lab.Output.Contains($"[1/1] {fault} elasticsearch"));
    }
}

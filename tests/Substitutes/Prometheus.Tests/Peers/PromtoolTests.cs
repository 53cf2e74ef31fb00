using System.Diagnostics;

namespace Prometheus.Tests.Peers;

/// <summary>Prometheus' own checker of the text format, which also knows its naming rules.</summary>
public sealed class PromtoolTests
{
    [Fact]
    public async Task CheckMetrics_EverythingWeExpose_FindsNothing()
    {
        var registry = Metrics.NewCustomRegistry();
        SampleMetrics.AddTo(registry);
        DotNetStats.Register(registry);

        var (exitCode, output) = await CheckAsync(registry);

        output.ShouldBeEmpty();
        exitCode.ShouldBe(0);
    }

    [Fact]
    public async Task CheckMetrics_CounterWithoutTotal_IsFound()
    {
        // So that the test above is known to be able to fail.
        var registry = Metrics.NewCustomRegistry();
        Metrics.WithCustomRegistry(registry).CreateCounter("odd", "Not named as a counter.");

        var (exitCode, output) = await CheckAsync(registry);

        output.ShouldContain("_total");
        exitCode.ShouldNotBe(0);
    }

    private static async Task<(int ExitCode, string Output)> CheckAsync(CollectorRegistry registry)
    {
        var start = new ProcessStartInfo(InstalledProgram.SkipUnlessPresent("promtool", package: "prometheus"))
        {
            ArgumentList = { "check", "metrics" },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var promtool = Process.Start(start)!;
        var cancellationToken = TestContext.Current.CancellationToken;
        await registry.CollectAndExportAsTextAsync(promtool.StandardInput.BaseStream, cancellationToken).Within();
        promtool.StandardInput.Close();
        var output = await promtool.StandardOutput.ReadToEndAsync(cancellationToken).Within();
        var error = await promtool.StandardError.ReadToEndAsync(cancellationToken).Within();
        await promtool.WaitForExitAsync(cancellationToken).Within();
        return (promtool.ExitCode, output + error);
    }
}

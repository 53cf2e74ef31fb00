using System.Diagnostics;

namespace Dashboards.Tests.Live;

/// <summary>
/// VictoriaMetrics, a receiver of OTLP from another project (Debian 13's package <c>victoria-metrics</c>; Debian builds Prometheus without
/// its own receiver, in all versions). What it has received, a Prometheus can read by federation.
/// </summary>
internal sealed class VictoriaMetricsServer : IAsyncDisposable
{
    private readonly TempDirectory _folder = new("victoria");
    private readonly Process _process;

    private VictoriaMetricsServer(string program, int port)
    {
        Address = $"127.0.0.1:{port}";
        _process = Process.Start(new ProcessStartInfo(program)
        {
            ArgumentList =
            {
                $"-httpListenAddr={Address}", $"-storageDataPath={_folder.Combine("data")}", "-opentelemetry.usePrometheusNaming",
                "-search.latencyOffset=0s", "-loggerLevel=ERROR",
            },
        })!;
    }

    public string Address { get; }

    /// <summary>To which a host sends: it adds <c>/v1/metrics</c>.</summary>
    public string Collector => $"http://{Address}/opentelemetry";

    /// <summary>Starts it, and waits until it answers; skips the test where it is not installed.</summary>
    public static async Task<VictoriaMetricsServer> StartAsync()
    {
        var server = new VictoriaMetricsServer(
            InstalledProgram.SkipUnlessPresent("victoria-metrics", package: "victoria-metrics, of Debian 13"), LoopbackPort.FindFree());
        using var http = new HttpClient();
        await Deadline.UntilAsync(async () =>
        {
            server._process.HasExited.ShouldBeFalse();
            try
            {
                using var answer = await http.GetAsync($"http://{server.Address}/health", TestContext.Current.CancellationToken);
                return answer.IsSuccessStatusCode;
            }
            catch (HttpRequestException)
            {
                return false; // It does not listen yet.
            }
        });
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync();
        _process.Dispose();
        _folder.Dispose();
    }
}

using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(ProberUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>A prober with a target that answers, itself, one that does not, and one whose certificate nobody trusts.</summary>
public sealed class ProberUnderPrometheus() : HostUnderPrometheus("prober")
{
    protected override IReadOnlyList<string> Signs =>
        ["job:prober_lateness_seconds:p99_5m > 0", "job:prober_targets_down:ratio > 0.5"];

    protected override Task<IReadOnlyList<IDisposable>> StartAsync(int port)
    {
        var secure = new TlsServer();
        return Task.FromResult<IReadOnlyList<IDisposable>>(
        [
            BuiltProgram.Start(
                "Prober",
                Folder.Path,
                $"--Prober:HttpPort={port}",
                $"--Prober:Targets:0=http://127.0.0.1:{port}/healthz/live",
                $"--Prober:Targets:1=tcp://127.0.0.1:{LoopbackPort.FindFree()}",
                $"--Prober:Targets:2=https://127.0.0.1:{secure.Port}/",
                "--Prober:Interval=00:00:05"), // and as long for a probe: on a busy machine a handshake may take more than a second
            secure,
        ]);
    }

    /// <summary>It works by itself.</summary>
    protected override Task UseAsync(HttpClient http, Uri host) => Task.CompletedTask;
}

using System.Diagnostics;
using Load.Machine;

namespace Load.Systems.Gateway.Processes;

/// <summary>The gateway as a process of its own, on free ports, in front of the analyzers that it is given.</summary>
internal sealed class GatewayProcess : IAsyncDisposable
{
    public const string AssemblyName = "Gateway";

    /// <summary>The project with its endpoints for the lab.</summary>
    public const string Lab = "Gateway.Lab";

    /// <summary>It takes milliseconds, and far more on a busy machine.</summary>
    private static readonly TimeSpan SightLimit = TimeSpan.FromMinutes(2);

    private readonly ChildProcess _child;

    private GatewayProcess(ChildProcess child, int[] ports) => (_child, Http, Grpc) = (child, Loopback(ports[0]), Loopback(ports[1]));

    /// <summary>HTTP/1.1.</summary>
    public Uri Http { get; }

    /// <summary>HTTP/2 in cleartext.</summary>
    public Uri Grpc { get; }

    /// <summary>The process, for figures of its usage.</summary>
    public IObservedProcess Observed => _child;

    /// <param name="backends">The analyzers' HTTP/2 ports.</param>
    /// <param name="logPath">The file to which its output is appended.</param>
    /// <param name="launch">Which gateway, and how.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready; the process is gone then.</param>
    /// <exception cref="LabException">It did not start; the message holds its last words.</exception>
    public static async Task<GatewayProcess> StartAsync(
        IEnumerable<Uri> backends, string logPath, GatewayStart launch, CancellationToken cancellationToken)
    {
        var (child, ports) = await OnFreePorts.StartAsync(
            2, drawn => Launch(drawn, backends, logPath, launch), drawn => new(Loopback(drawn[0]), "/healthz/ready"), cancellationToken);
        return new(child, ports);
    }

    /// <summary>Waits until the gateway says of a backend that it serves, or that it does not.</summary>
    /// <exception cref="LabException">It did not come to that.</exception>
    public async Task SeesAsync(Uri backend, bool isServing, CancellationToken cancellationToken)
    {
        using var client = new HttpClient();
        var line = $"gateway_backend_serving{{backend=\"{backend.Authority}\",set=\"default\"}} {(isServing ? 1 : 0)}\n";
        for (var start = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(start) < SightLimit;)
        {
            if ((await client.GetStringAsync(_child.Metrics, cancellationToken)).Contains(line, StringComparison.Ordinal))
            {
                return;
            }

            await Task.Delay(20, cancellationToken);
        }

        throw new LabException($"The gateway did not notice that {backend} {(isServing ? "serves" : "does not serve")}.");
    }

    /// <returns>How many calls failed, until now, only because the budget for repeats was spent.</returns>
    public async Task<long> UnrepeatedAsync(CancellationToken cancellationToken)
    {
        using var client = new HttpClient();
        return (long)MetricsText.Sample(await client.GetStringAsync(_child.Metrics, cancellationToken), "gateway_repeats_refused_total");
    }

    /// <inheritdoc cref="ChildProcess.KillAsync"/>
    public Task KillAsync(CancellationToken cancellationToken) => _child.KillAsync(cancellationToken);

    public ValueTask DisposeAsync() => _child.DisposeAsync();

    private static ChildProcess Launch(int[] ports, IEnumerable<Uri> backends, string logPath, GatewayStart launch)
    {
        var start = DotNet.Start(
            launch.Assembly ?? BuiltAssembly.Find(AssemblyName, assembly: "gateway"),
            [
                .. launch.Settings.Select(setting => $"--{setting.Key}={setting.Value}"),
                $"--Gateway:Backends={string.Join(',', backends.Select(backend => backend.GetLeftPart(UriPartial.Authority)))}",
                $"--Gateway:HttpPort={ports[0]}",
                $"--Gateway:GrpcPort={ports[1]}",
                "--Gateway:Ceilings:Enabled=true", // the lab's own endpoints
                "--Gateway:StopAtEndOfInput=true", // how the lab stops it, also when the lab itself is killed
            ]);
        var metrics = new Uri(Loopback(ports[0]), "/metrics");
        return ChildProcess.Start(AssemblyName, start.WithLab(Lab), logPath, metrics, launch.Processors);
    }

    private static Uri Loopback(int port) => new($"http://127.0.0.1:{port}");
}

using System.Diagnostics;
using Load.Machine;

namespace Load.Systems.Analyzer.Service;

/// <summary>
/// The service as a process of its own: started on free ports with an empty data folder, stopped when disposed, whatever happened in
/// between.
/// </summary>
internal sealed class ServiceProcess : IAsyncDisposable
{
    public const string AssemblyName = "Analyzer.Service";

    /// <summary>For HTTP/1.1, for HTTP/2, and for TLS.</summary>
    private const int Ports = 3;

    private readonly ChildProcess _child;

    private ServiceProcess(ChildProcess child, ServiceStart start, int[] ports)
    {
        (_child, Http, Grpc) = (child, At(start, ports[0]), At(start, ports[1]));
        Tls = start.HasTls ? new UriBuilder(At(start, ports[2])) { Scheme = Uri.UriSchemeHttps }.Uri : null;
    }

    /// <summary>HTTP/1.1.</summary>
    public Uri Http { get; }

    /// <summary>HTTP/2 in cleartext.</summary>
    public Uri Grpc { get; }

    /// <summary>TLS; null where it has no certificate.</summary>
    public Uri? Tls { get; }

    /// <summary>The process, for figures of its usage.</summary>
    public IObservedProcess Observed => _child;

    public int Id => _child.Id;

    public bool HasExited => _child.HasExited;

    /// <param name="start">The program to start.</param>
    /// <param name="settings">Further configuration.</param>
    /// <param name="dataDirectory">Made by the service.</param>
    /// <param name="cancellationToken">Ends the wait for the service to be ready; the process is gone then.</param>
    /// <exception cref="LabException">It did not start; the message holds its last words.</exception>
    public static async Task<ServiceProcess> StartAsync(
        ServiceStart start, ServiceSettings settings, string dataDirectory, CancellationToken cancellationToken)
    {
        var (child, ports) = await OnFreePorts.StartAsync(
            Ports,
            drawn => Launch(start, settings, dataDirectory, PortsOf(start, drawn)),
            drawn => new Uri(At(start, PortsOf(start, drawn)[0]), "/healthz/ready"),
            cancellationToken);
        return new(child, start, PortsOf(start, ports));
    }

    /// <summary>Starts it and, ready or not, kills it after a while.</summary>
    public static async Task StartAndKillAsync(
        ServiceStart start, ServiceSettings settings, string dataDirectory, TimeSpan after, CancellationToken cancellationToken)
    {
        await using var child = Launch(start, settings, dataDirectory, PortsOf(start, FreePorts.Take(Ports)));
        await Task.Delay(after, cancellationToken);
        await child.KillAsync(cancellationToken);
    }

    /// <inheritdoc cref="ChildProcess.KillAsync"/>
    public Task KillAsync(CancellationToken cancellationToken) => _child.KillAsync(cancellationToken);

    /// <inheritdoc cref="ChildProcess.SignalAsync"/>
    public Task SignalAsync(string signal, CancellationToken cancellationToken) => _child.SignalAsync(signal, cancellationToken);

    public ValueTask DisposeAsync() => _child.DisposeAsync();

    /// <summary>The caller's own come before those that were drawn.</summary>
    private static int[] PortsOf(ServiceStart start, int[] drawn) => [.. start.Ports ?? drawn[..2], drawn[2]];

    private static ChildProcess Launch(ServiceStart start, ServiceSettings settings, string dataDirectory, int[] ports)
    {
        var metrics = settings.HasMetrics ? new Uri(At(start, ports[0]), "/metrics") : null;
        var command = Command(start, settings, dataDirectory, ports);
        return ChildProcess.Start(AssemblyName, command, start.LogPath, metrics, start.Processors);
    }

    private static ProcessStartInfo Command(ServiceStart launch, ServiceSettings settings, string dataDirectory, int[] ports)
    {
        IEnumerable<KeyValuePair<string, string>> options =
        [
            .. launch.Options,
            .. settings.Options,
            new("Analyzer:DataDirectory", dataDirectory),
            new("Analyzer:HttpPort", $"{ports[0]}"),
            new("Analyzer:GrpcPort", $"{ports[1]}"),
            .. launch.HasTls ? [new("Analyzer:TlsPort", $"{ports[2]}")] : (KeyValuePair<string, string>[])[],
            new("Analyzer:Address", $"{launch.Address}"),
            new("Analyzer:Ceilings:Enabled", "true"), // the lab's own endpoints
            new("Analyzer:StopAtEndOfInput", "true"), // how the lab stops it, also when the lab itself is killed
        ];

        // The later one of two values for a key counts.
        return DotNet.Start(launch.Assembly, options.Select(option => $"--{option.Key}={option.Value}")).WithLabEndpoints(launch.Assembly);
    }

    private static Uri At(ServiceStart start, int port) => new($"http://{start.Address}:{port}");
}

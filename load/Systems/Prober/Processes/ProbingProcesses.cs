using Load.Machine;

namespace Load.Systems.Prober.Processes;

/// <summary>Starts whatever probes a farm.</summary>
internal static class ProbingProcesses
{
    public const string Project = "Prober";

    public static string ProberAssembly => BuiltAssembly.Find(Project, assembly: "prober");

    /// <returns>The prober with these targets, ready; the address of its endpoints stands beside it.</returns>
    public static async Task<(ChildProcess Process, Uri Http)> ProberAsync(
        RunningFarm system, IReadOnlyDictionary<string, string> settings, string configuration, CancellationToken cancellationToken)
    {
        return await StartAsync(Launch, "healthz/live", cancellationToken);

        ChildProcess Launch(int port)
        {
            var start = DotNet.Start(
                ProberAssembly,
                [
                    .. settings.Select(setting => $"--{setting.Key}={setting.Value}"),
                    $"--Prober:Config={configuration}",
                    $"--Prober:HttpPort={port}",
                    $"--Prober:Resolver:Servers:0=127.0.0.1:{system.Farm.DnsPort}",
                    "--Prober:Resolver:MaxQueriesPerSecond=5000",
                    "--Prober:StopAtEndOfInput=true", // how the lab stops it, also when the lab itself is killed
                ]);

            // Its history stays with the run, and no row begins with another's.
            start.WorkingDirectory = system.Folder.CreateSubdirectory($"prober-{port}").FullName;
            return ChildProcess.Start("Prober", start, Log(system, "prober"), new(At(port), "metrics"), system.Processors);
        }
    }

    /// <returns>The bare loop under way; the address where it tells its counts stands beside it.</returns>
    public static async Task<(ChildProcess Process, Uri Control)> LoopAsync(
        RunningFarm system, string kind, int targets, int rate, CancellationToken cancellationToken)
    {
        return await StartAsync(Launch, "", cancellationToken);

        ChildProcess Launch(int port)
        {
            var start = DotNet.Start(
                BuiltAssembly.Find(FarmProcess.Project), ["loop", kind, $"{port}", $"{system.Farm.PortOf(kind)}", $"{targets}", $"{rate}"]);
            return ChildProcess.Start("loop", start, Log(system, "loop"), metrics: null, system.Processors);
        }
    }

    /// <returns>blackbox_exporter with a module for each kind, ready.</returns>
    public static async Task<(ChildProcess Process, Uri Http)> BlackboxAsync(RunningFarm system, CancellationToken cancellationToken)
    {
        var file = Path.Combine(system.Folder.FullName, "blackbox.yml");
        await File.WriteAllTextAsync(file, Blackbox(system.Farm.Authority), cancellationToken);
        return await StartAsync(Launch, "-/healthy", cancellationToken);

        ChildProcess Launch(int port)
        {
            var start = PeerProgram.Blackbox.Start($"--config.file={file}", $"--web.listen-address=127.0.0.1:{port}", "--log.level=error");
            return ChildProcess.Start("blackbox", start, Log(system, "blackbox"), metrics: null, system.Processors);
        }
    }

    private static async Task<(ChildProcess Process, Uri Http)> StartAsync(
        Func<int, ChildProcess> launch, string health, CancellationToken cancellationToken)
    {
        var (process, ports) = await OnFreePorts.StartAsync(
            1, drawn => launch(drawn[0]), drawn => new(At(drawn[0]), health), cancellationToken);
        return (process, At(ports[0]));
    }

    private static Uri At(int port) => new($"http://127.0.0.1:{port}/");

    private static string Log(RunningFarm system, string name) => Path.Combine(system.Folder.FullName, $"{name}.log");

    private static string Blackbox(string authority) =>
        $$"""
        modules:
          https:
            prober: http
            timeout: 10s
            http: { preferred_ip_protocol: ip4, tls_config: { ca_file: {{authority}} } }
          http:
            prober: http
            timeout: 10s
            http: { preferred_ip_protocol: ip4 }
          tcp:
            prober: tcp
            timeout: 10s
            tcp: { preferred_ip_protocol: ip4 }

        """;
}

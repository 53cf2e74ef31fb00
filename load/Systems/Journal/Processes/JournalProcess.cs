using System.Diagnostics;
using Load.Machine;

namespace Load.Systems.Journal.Processes;

/// <summary>The journal as a process of its own, on free ports and a folder of its own.</summary>
internal sealed class JournalProcess : IAsyncDisposable
{
    public const string Project = "Journal";

    /// <summary>The project with a listener that drops what it receives.</summary>
    public const string Dropping = "Journal.Lab";

    /// <summary>For HTTP, TCP, UDP, RELP and TLS.</summary>
    private const int Ports = 5;

    private readonly ChildProcess _child;

    private JournalProcess(ChildProcess child, int[] ports) =>
        (_child, Http, Tcp, Udp, Relp, Tls) = (child, new($"http://127.0.0.1:{ports[0]}"), ports[1], ports[2], ports[3], ports[4]);

    private static string BuiltAssembly => Machine.BuiltAssembly.Find(Project, assembly: "journal");

    public Uri Http { get; }

    public int Tcp { get; }

    public int Udp { get; }

    public int Relp { get; }

    /// <summary>It listens there when its settings have a certificate.</summary>
    public int Tls { get; }

    /// <summary>The process, for figures of its usage.</summary>
    public IObservedProcess Observed => _child;

    /// <summary>Makes a journal, and the key of its reader.</summary>
    public static async Task InitAsync(string? assembly, string folder, string key, CancellationToken cancellationToken)
    {
        var (code, _, errors) = await RunAsync(assembly, ["init", "--new-reader", key, Data(folder)], cancellationToken);
        if (code != 0)
        {
            throw new LabException($"The journal could not be made: {errors}");
        }
    }

    /// <summary>Makes the key of a sender of sealed datagrams.</summary>
    public static async Task AddSenderAsync(string folder, string name, string key, CancellationToken cancellationToken)
    {
        var (code, _, errors) = await RunAsync(null, ["sender", "add", name, "--out", key, Data(folder)], cancellationToken);
        if (code != 0)
        {
            throw new LabException($"The sender could not be added: {errors}");
        }
    }

    /// <summary>Starts <c>journal send</c>: lines on its standard input go out in sealed datagrams, until the input ends.</summary>
    /// <param name="key">The file of the sender's key. A log is written beside it.</param>
    /// <param name="port">On loopback.</param>
    public static ChildProcess StartSending(string key, int port) => ChildProcess.Start(
        "journal send", DotNet.Start(BuiltAssembly, ["send", "--key", key, "--to", $"127.0.0.1:{port}"]), $"{key}.log", metrics: null);

    /// <summary>Runs one of its commands to the end.</summary>
    /// <param name="assembly">Its dll; null for the one that is built here.</param>
    /// <param name="arguments">The arguments that a shell would pass.</param>
    /// <param name="cancellationToken">Ends the wait; the process is killed then.</param>
    public static Task<(int Code, string Output, string Errors)> RunAsync(
        string? assembly, IEnumerable<string> arguments, CancellationToken cancellationToken) =>
        DotNet.RunAsync(DotNet.Start(assembly ?? BuiltAssembly, arguments), cancellationToken);

    /// <summary>Starts one of its commands with the output to /dev/null, so that it need not be read.</summary>
    /// <param name="arguments">The arguments that a shell would pass.</param>
    /// <param name="processors">Its own; null for all of them.</param>
    public static ProcessStartInfo ToNowhere(IEnumerable<string> arguments, Processors? processors)
    {
        var start = DotNet.Start(BuiltAssembly, arguments);
        start = processors?.Confine(start) ?? start;
        foreach (var argument in (string[])[start.FileName, "exec \"$0\" \"$@\" > /dev/null", "-c"])
        {
            start.ArgumentList.Insert(0, argument);
        }

        start.FileName = "sh"; // exec runs the program in its own place: same process
        return start;
    }

    /// <param name="assembly">Its dll; null for the one that was built with the lab.</param>
    /// <param name="folder">A journal.</param>
    /// <param name="logPath">The file to which its output is appended.</param>
    /// <param name="processors">Its own; null for all of them.</param>
    /// <param name="cancellationToken">Ends the wait for it to be ready; the process is gone then.</param>
    /// <param name="settings">Without the leading section.</param>
    /// <exception cref="LabException">It did not start; the message holds its last words.</exception>
    public static Task<JournalProcess> StartAsync(
        string? assembly, string folder, string logPath, Processors? processors, CancellationToken cancellationToken,
        params string[] settings) =>
        StartAsync(ports => Launch(ports, assembly, folder, logPath, processors, null, settings), cancellationToken);

    /// <summary>Starts one that drops every datagram that it has received, and counts it as refused.</summary>
    public static Task<JournalProcess> StartDroppingAsync(
        string folder, string logPath, Processors? processors, CancellationToken cancellationToken) =>
        StartAsync(ports => Launch(ports, null, folder, logPath, processors, Dropping), cancellationToken);

    /// <summary>Starts it and, ready or not, kills it after a while.</summary>
    public static async Task StartAndKillAsync(
        string? assembly, string folder, string logPath, TimeSpan after, CancellationToken cancellationToken)
    {
        await using var child = Launch(FreePorts.Take(Ports), assembly, folder, logPath, processors: null);
        await Task.Delay(after, cancellationToken);
        await child.KillAsync(cancellationToken);
    }

    /// <inheritdoc cref="ChildProcess.KillAsync"/>
    public Task KillAsync(CancellationToken cancellationToken) => _child.KillAsync(cancellationToken);

    public ValueTask DisposeAsync() => _child.DisposeAsync();

    public static string Data(string folder) => $"--Journal:DataDirectory={folder}";

    private static async Task<JournalProcess> StartAsync(Func<int[], ChildProcess> launch, CancellationToken cancellationToken)
    {
        var (child, ports) = await OnFreePorts.StartAsync(
            Ports, launch, ports => new($"http://127.0.0.1:{ports[0]}/healthz/ready"), cancellationToken);
        return new(child, ports);
    }

    private static ChildProcess Launch(
        int[] ports, string? assembly, string folder, string logPath, Processors? processors, string? lab = null,
        params string[] settings)
    {
        var start = DotNet.Start(
            assembly ?? BuiltAssembly,
            [
                Data(folder), $"--Journal:HttpPort={ports[0]}", $"--Journal:TcpPort={ports[1]}", $"--Journal:UdpPort={ports[2]}",
                $"--Journal:RelpPort={ports[3]}", $"--Journal:TlsPort={ports[4]}", "--Journal:HttpsPort=0",
                "--Journal:StopAtEndOfInput=true",
                .. settings.Select(setting => $"--Journal:{setting}"),
            ]);
        var metrics = new Uri($"http://127.0.0.1:{ports[0]}/metrics");
        return ChildProcess.Start("Journal", lab is null ? start : start.WithLab(lab), logPath, metrics, processors);
    }
}

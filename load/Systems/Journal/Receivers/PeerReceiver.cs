using System.Diagnostics;
using System.Globalization;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Receivers;

/// <summary>A log server that others wrote. It writes a line of text each, and never flushes.</summary>
internal sealed class PeerReceiver : IReceiver
{
    private readonly ChildProcess _process;
    private readonly DirectoryInfo _folder;
    private readonly PeerPaths _paths;
    private long _stored;
    private long _read;

    private PeerReceiver(ChildProcess process, DirectoryInfo folder, PeerPaths paths) =>
        (_process, _folder, _paths) = (process, folder, paths);

    public ReceiverPorts Ports => _paths.Ports;

    public IReadOnlyList<IObservedProcess> Processes => [_process];

    public HostControl? Control => null;

    public bool IsOurs => false;

    /// <exception cref="LabException">It did not start.</exception>
    public static async Task<ISystemUnderTest> StartAsync(LogPeer peer, SetupContext context, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("lab-log-peer-");
        PeerReceiver? receiver = null;
        try
        {
            var paths = new PeerPaths(folder.FullName, PortsOf(peer, folder.FullName));
            await File.WriteAllTextAsync(paths.Configuration, peer.Configure(paths), cancellationToken);
            await File.WriteAllTextAsync(paths.Lines, "", cancellationToken);
            foreach (var (program, arguments) in peer.Preparations(paths))
            {
                await PrepareAsync(program, arguments, cancellationToken);
            }

            var log = Path.Combine(context.Folder.FullName, $"{peer.Name}.log");
            var process = ChildProcess.Start(peer.Name, peer.Start(paths), log, metrics: null, context.Processors);
            receiver = new(process, folder, paths);
            await receiver.WaitAsync(peer.Name, cancellationToken);
            return receiver;
        }
        catch when (receiver is null)
        {
            folder.Delete(recursive: true);
            throw;
        }
        catch
        {
            await receiver!.DisposeAsync();
            throw;
        }
    }

    public async Task<LineAccount> ReadAsync(CancellationToken cancellationToken)
    {
        await using (var stream = new FileStream(_paths.Lines, FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
        {
            stream.Position = _read;
            var buffer = new byte[1 << 20];
            while (await stream.ReadAsync(buffer, cancellationToken) is > 0 and var count)
            {
                _stored += buffer.AsSpan(0, count).Count((byte)'\n');
                _read += count;
            }
        }

        return new(_stored, KernelDrops(), 0, 0);
    }

    public async ValueTask DisposeAsync()
    {
        await _process.KillAsync(CancellationToken.None); // It knows nothing of the end of its input.
        await _process.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    /// <summary>A port for each transport that it can take.</summary>
    private static ReceiverPorts PortsOf(LogPeer peer, string folder)
    {
        var ports = FreePorts.Take(4);
        return new(ports[0], ports[1])
        {
            Tls = Takes(LineTransport.Tls) ? ports[2] : 0,
            Relp = Takes(LineTransport.Relp) ? ports[3] : 0,
            Certificate = LabCertificate.WriteInto(folder),
        };

        bool Takes(string transport) => peer.Modules.Any(module => module.Transport == transport && module.Obstacle is null);
    }

    private static async Task PrepareAsync(string program, string[] arguments, CancellationToken cancellationToken)
    {
        using var process = Process.Start(LogPeer.StartOf(program, arguments))!;
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken);
        if (process.ExitCode != 0)
        {
            throw new LabException($"{program} ended with {process.ExitCode}: {await errors}");
        }
    }

    /// <summary>Ready when all its sockets are there.</summary>
    private async Task WaitAsync(string name, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        int[] streams = [Ports.Tcp, Ports.Tls, Ports.Relp];
        while (Sockets("udp", Ports.Udp) is null || streams.Any(port => port != 0 && Sockets("tcp", port) is null))
        {
            if (_process.HasExited || Stopwatch.GetElapsedTime(start) > TimeSpan.FromMinutes(1))
            {
                throw new LabException($"{name} does not listen:{_process.LastWords()}");
            }

            await Task.Delay(20, cancellationToken);
        }
    }

    private long KernelDrops() => Sockets("udp", Ports.Udp) is { } line
        ? long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^1], CultureInfo.InvariantCulture)
        : 0;

    /// <summary>The line of /proc/net of a socket that listens on a port of 127.0.0.1, or of any address.</summary>
    private static string? Sockets(string protocol, int port) => File.ReadLines($"/proc/net/{protocol}").FirstOrDefault(line =>
        line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var local, var remote, ..]
        && local.EndsWith($":{port:X4}", StringComparison.Ordinal) && remote.EndsWith(":0000", StringComparison.Ordinal));
}

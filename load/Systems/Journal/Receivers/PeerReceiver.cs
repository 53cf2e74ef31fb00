using System.Diagnostics;
using System.Globalization;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Journal.Sending;

namespace Load.Systems.Journal.Receivers;

/// <summary>A log server that others wrote. It writes plain text, a line each, and never flushes.</summary>
internal sealed class PeerReceiver : IReceiver
{
    private readonly ChildProcess _process;
    private readonly DirectoryInfo _folder;
    private readonly string _file;
    private long _stored;
    private long _read;

    private PeerReceiver(ChildProcess process, DirectoryInfo folder, string file, ReceiverPorts ports) =>
        (_process, _folder, _file, Ports) = (process, folder, file, ports);

    public ReceiverPorts Ports { get; }

    public IReadOnlyList<IObservedProcess> Processes => [_process];

    public HostControl? Control => null;

    public bool IsOurs => false;

    /// <exception cref="LabException">It did not start.</exception>
    public static async Task<ISystemUnderTest> StartAsync(LogPeer peer, SetupContext context, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("lab-log-peer-");
        var ports = FreePorts.Take(2);
        var (file, configuration) = (Path.Combine(folder.FullName, "lines"), Path.Combine(folder.FullName, "peer.conf"));
        await File.WriteAllTextAsync(configuration, peer.Configuration(folder.FullName, file, ports[0], ports[1]), cancellationToken);
        await File.WriteAllTextAsync(file, "", cancellationToken);
        var process = ChildProcess.Start(
            peer.Name, peer.Start(configuration, folder.FullName), Path.Combine(context.Folder.FullName, $"{peer.Name}.log"),
            metrics: null, context.Processors);
        var receiver = new PeerReceiver(process, folder, file, new(ports[0], ports[1], 0));
        try
        {
            await receiver.WaitAsync(peer.Name, cancellationToken);
            return receiver;
        }
        catch
        {
            await receiver.DisposeAsync();
            throw;
        }
    }

    public async Task<LineAccount> ReadAsync(CancellationToken cancellationToken)
    {
        await using (var stream = new FileStream(_file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
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

    /// <summary>Ready when both sockets are there.</summary>
    private async Task WaitAsync(string name, CancellationToken cancellationToken)
    {
        var start = Stopwatch.GetTimestamp();
        while (Sockets("udp", Ports.Udp) is null || Sockets("tcp", Ports.Tcp) is null)
        {
            if (_process.HasExited || Stopwatch.GetElapsedTime(start) > TimeSpan.FromMinutes(1))
            {
                throw new LabException($"{name} does not listen.");
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

using System.Globalization;
using Hosting.Limits;
using Load.Statistics;

namespace Load.Machine;

/// <summary>What a row needs of the machine, beyond processors; 0 where that is little, or not known.</summary>
internal sealed record MachineNeeds
{
    /// <summary>Handles of one process: sockets and files.</summary>
    public long Handles { get; init; }

    /// <summary>New connections from this machine to one port, each second.</summary>
    public long ConnectionsPerSecond { get; init; }

    /// <summary>Memory of all processes together.</summary>
    public long MemoryBytes { get; init; }
}

/// <summary>What this machine gives to a row; null where it does not tell.</summary>
/// <param name="Handles">To a process.</param>
/// <param name="Ports">That connections can leave from.</param>
/// <param name="PortRest">How long the port of a closed connection is kept before another gets it.</param>
/// <param name="MemoryBytes">That is free.</param>
internal sealed record MachineLimits(int? Handles, int? Ports, TimeSpan PortRest, long? MemoryBytes)
{
    /// <summary>Files, pipes and listeners that every process has.</summary>
    private const int OwnHandles = 300;

    private const string Reuse = "/proc/sys/net/ipv4/tcp_tw_reuse";
    private const string Range = "/proc/sys/net/ipv4/ip_local_port_range";
    private const string Memory = "/proc/meminfo";

    /// <summary>2 MSL as Linux has it; between the two ends on loopback it may be a second.</summary>
    private static readonly TimeSpan TimeWait = TimeSpan.FromSeconds(60);

    public static MachineLimits Here { get; } = new(
        HandleLimit.Read(), PortsIn(Text(Range)), Text(Reuse)?.Trim() is "1" or "2" ? TimeSpan.FromSeconds(1) : TimeWait,
        FreeIn(Text(Memory)));

    /// <returns>Why a row cannot be measured here, and what to type; null when it can.</returns>
    public string? ObstacleTo(MachineNeeds needs) =>
        needs.Handles > 0 && needs.Handles + OwnHandles > Handles
            ? $"it needs about {Format.Count(needs.Handles + OwnHandles)} handles in a process and may have " +
              $"{Format.Count(Handles.Value)}: type `ulimit -n {needs.Handles + OwnHandles}` first, " +
              "as root where the hard limit (`ulimit -Hn`) is lower"
        : needs.ConnectionsPerSecond * PortRest.TotalSeconds > Ports
            ? $"it opens {Format.Count(needs.ConnectionsPerSecond)} connections a second, each port rests for " +
              $"{PortRest.TotalSeconds:0} s, and there are {Format.Count(Ports.Value)}: type " +
              "`sysctl net.ipv4.ip_local_port_range=\"1024 65535\"`" +
              (PortRest == TimeWait ? " and `sysctl net.ipv4.tcp_tw_reuse=2`" : "")
        : needs.MemoryBytes > MemoryBytes
            ? $"it needs about {Format.Bytes(needs.MemoryBytes)} of memory, and {Format.Bytes(MemoryBytes.Value)} are free: " +
              "stop other programs, or measure fewer or smaller files at once"
        : null;

    /// <returns>How many; null without the file.</returns>
    internal static int? PortsIn(string? text) =>
        text?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [var first, var last]
            ? int.Parse(last, CultureInfo.InvariantCulture) - int.Parse(first, CultureInfo.InvariantCulture) + 1 : null;

    /// <returns>Bytes that programs can have without anything being swapped; null without the line.</returns>
    internal static long? FreeIn(string? text) =>
        text?.Split('\n').FirstOrDefault(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal)) is { } line
            ? 1024 * long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) : null;

    private static string? Text(string file)
    {
        try
        {
            return File.Exists(file) ? File.ReadAllText(file) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

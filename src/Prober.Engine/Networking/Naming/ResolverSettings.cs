using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;

namespace Prober.Engine.Networking.Naming;

/// <summary>Which name servers to ask, and how often.</summary>
public sealed record ResolverSettings
{
    public const int DefaultMaxQueriesPerSecond = 500;
    public static readonly TimeSpan DefaultMaxStale = TimeSpan.FromHours(1);
    private const int DnsPort = 53;
    private const string SystemFile = "/etc/resolv.conf";

    /// <summary>The first server is asked first, the others if it does not answer.</summary>
    public IReadOnlyList<IPEndPoint> Servers { get; init; } = [];

    /// <summary>Domains that short names may belong to.</summary>
    public IReadOnlyList<string> Search { get; init; } = [];

    /// <summary>A name with fewer dots than this is short.</summary>
    public int ShortDots { get; init; } = 1;

    public int MaxQueriesPerSecond { get; init; } = DefaultMaxQueriesPerSecond;

    /// <summary>The time-out of one server.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>How often all servers are asked before the resolver gives up.</summary>
    public int Rounds { get; init; } = 2;

    /// <summary>How long addresses are used beyond their time, while no server can tell.</summary>
    public TimeSpan MaxStale { get; init; } = DefaultMaxStale;

    /// <summary>The file of names that are not queried; null for none.</summary>
    public string? HostsPath { get; init; } = HostsFile.SystemPath;

    /// <summary>The servers and domains of the operating system.</summary>
    public static ResolverSettings FromSystem()
    {
        var settings = File.Exists(SystemFile) ? Parse(File.ReadLines(SystemFile)) : new() { Servers = ServersOfInterfaces() };

        // Without any, resolvers ask this machine.
        return settings.Servers.Count > 0 ? settings : settings with { Servers = [new(IPAddress.Loopback, DnsPort)] };
    }

    /// <summary>Reads lines as <c>resolv.conf</c> has them.</summary>
    public static ResolverSettings Parse(IEnumerable<string> lines)
    {
        const string Dots = "ndots:";
        var settings = new ResolverSettings();
        foreach (var words in lines.Select(line => line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries)))
        {
            settings = words switch
            {
                ["nameserver", var text, ..] when IPAddress.TryParse(text, out var address) =>
                    settings with { Servers = [.. settings.Servers, new(address, DnsPort)] },
                ["search" or "domain", .. var domains] => settings with { Search = [.. domains.Select(domain => domain.Trim('.'))] },
                ["options", .. var options]
                    when options.FirstOrDefault(option => option.StartsWith(Dots, StringComparison.Ordinal)) is { } dots
                    && int.TryParse(dots[Dots.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var number) =>
                    settings with { ShortDots = number },
                _ => settings,
            };
        }

        return settings;
    }

    private static IPEndPoint[] ServersOfInterfaces() =>
    [
        .. NetworkInterface.GetAllNetworkInterfaces()
            .Where(face => face.OperationalStatus == OperationalStatus.Up)
            .SelectMany(face => face.GetIPProperties().DnsAddresses)
            .Distinct()
            .Select(address => new IPEndPoint(address, DnsPort)),
    ];

    /// <returns>Null when it is not an address, with or without a port.</returns>
    public static IPEndPoint? ParseServer(string text) => IPEndPoint.TryParse(text, out var server)
        ? new(server.Address, server.Port == 0 ? DnsPort : server.Port)
        : null;
}

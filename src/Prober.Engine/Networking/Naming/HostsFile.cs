using System.Collections.Frozen;
using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Networking.Naming;

/// <summary>The names in the machine's hosts file.</summary>
internal sealed class HostsFile
{
    private readonly FrozenDictionary<string, IPAddress[]> _addresses;

    private HostsFile(IEnumerable<(string Name, IPAddress Address)> entries) => _addresses = entries
        .GroupBy(entry => entry.Name, StringComparer.OrdinalIgnoreCase)
        .ToFrozenDictionary(
            group => group.Key,
            group => group.Select(entry => entry.Address).Distinct()
                .OrderBy(address => address.AddressFamily == AddressFamily.InterNetworkV6).ToArray(),
            StringComparer.OrdinalIgnoreCase);

    public static string SystemPath { get; } = OperatingSystem.IsWindows()
        ? Path.Combine(Environment.SystemDirectory, "drivers", "etc", "hosts")
        : "/etc/hosts";

    public static HostsFile Parse(IEnumerable<string> lines) => new(lines
        .Select(line => line.Split('#', 2)[0].Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries))
        .Where(columns => columns.Length > 1)
        .SelectMany(columns => IPAddress.TryParse(columns[0], out var address)
            ? columns.Skip(1).Select(name => (name, address))
            : []));

    /// <param name="host">A name, which may end with the dot of the root.</param>
    /// <param name="family">The only family that serves; unspecified for both.</param>
    /// <returns>The addresses, IPv4 first; null when the file does not have the name.</returns>
    public IPAddress[]? Find(string host, AddressFamily family = AddressFamily.Unspecified) =>
        _addresses.TryGetValue(host.TrimEnd('.'), out var addresses)
            ? family == AddressFamily.Unspecified ? addresses : [.. addresses.Where(address => address.AddressFamily == family)]
        : IsLocal(host.TrimEnd('.')) ? [family == AddressFamily.InterNetworkV6 ? IPAddress.IPv6Loopback : IPAddress.Loopback]
        : null;

    /// <summary>Such names never leave the machine (RFC 6761, section 6.3).</summary>
    private static bool IsLocal(string host) => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);
}

using Hosting.Settings;

namespace Hosting.CommandLine;

/// <summary>
/// Arguments that are written like settings of other programs, such as <c>/HOST:Key=1</c>, <c>--log-format</c> or <c>--port</c>.
/// </summary>
/// <param name="host">Names the section.</param>
/// <param name="settings">All of the host.</param>
/// <param name="port">The key of the host's first port; null if it listens on none.</param>
internal sealed class NearArguments(HostDescription host, IEnumerable<Setting> settings, string? port)
{
    private static readonly string[] Ports = ["PORT", "P"];
    private static readonly string[] Addresses = ["URL", "URLS", "LISTEN", "BIND", "HOST", "ADDRESS"];
    private static readonly string[] Files = ["C", "F", "CONF"];

    private readonly Dictionary<string, string> _keys = settings
        .SelectMany(setting => new[] { (Letters(host.Key(setting.Key)), setting.Key), (Letters(setting.Key), setting.Key) })
        .DistinctBy(known => known.Item1).ToDictionary(known => known.Item1, known => known.Key);

    /// <returns>How to write it, in a sentence; null for an argument that no setting resembles.</returns>
    public string? HintTo(string argument)
    {
        if (argument is not ['-' or '/', ..] && !argument.Contains('=', StringComparison.Ordinal))
        {
            return null;
        }

        var name = Letters(argument.Split('=')[0]);
        return _keys.TryGetValue(name, out var key) ? $"{argument}: a setting is written --{host.Key(key)}=VALUE."
            : Files.Contains(name) ? $"{argument}: a file is named by {HostConfiguration.FileOption} FILE."
            : port is null ? null
            : Ports.Contains(name) ? $"{argument}: the port is --{host.Key(port)}=NUMBER."
            : Addresses.Contains(name)
                ? $"{argument}: the address is --{host.Key(nameof(HostSettings.Address))}=IP, and the port --{host.Key(port)}=NUMBER."
            : null;
    }

    private static string Letters(string text) => string.Concat(text.Where(char.IsAsciiLetterOrDigit)).ToUpperInvariant();
}

using System.Net;
using Hosting.Access;
using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Settings;

/// <summary>
/// Syslog in the clear asks nobody who it is, and has no TLS: others reach its ports only where somebody has said that they may.
/// </summary>
internal sealed class ClearSyslog(
    HostDescription host, IOptions<AccessOptions> access, IEnumerable<Listener> listeners, IConfiguration configuration)
    : IValidateOptions<HostSettings>
{
    /// <summary>UDP is no listener of Kestrel's.</summary>
    private IEnumerable<string> Ports =>
    [
        nameof(JournalOptions.UdpPort),
        .. listeners.Where(listener => listener is { IsTls: false, Scheme: not null } && !listener.IsClosed(host, configuration))
            .Select(listener => listener.Key),
    ];

    public ValidateOptionsResult Validate(string? name, HostSettings options)
    {
        var open = Ports.Select(host.Key).Where(key => configuration[key] is not "").ToList();
        if (open.Count == 0 || access.Value.AllowPlaintext
            || !IPAddress.TryParse(options.Address, out var address) || IPAddress.IsLoopback(address))
        {
            return ValidateOptionsResult.Success;
        }

        var lacks = $"{string.Join(", ", open)} ask nobody for a key, and have no TLS";
        return ValidateOptionsResult.Fail(
            $"""
            {host.Key(nameof(HostSettings.Address))}={options.Address} can be reached by others, and {lacks}. This mends it:
              {string.Join("= ", open)}=  (without a value each closes its port; syslog over TLS and HTTPS stay)
              {host.Key(nameof(AccessOptions.AllowPlaintext))}=true  (instead, where others secure the network)
            """);
    }
}

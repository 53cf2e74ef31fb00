using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;

namespace Prober.Features.Probing.Modules;

/// <summary>A way to probe any target, as a module of blackbox_exporter.</summary>
/// <param name="Timeout">Null for the target's.</param>
/// <param name="Make">Makes the probe of a target, or says that it is not one of this module.</param>
/// <param name="Unsupported">What this prober cannot do of it, with its line; null for nothing.</param>
internal sealed record ProbeModule(
    string Name, string Kind, TimeSpan? Timeout, Func<ModuleTarget, IProbe?> Make, string? Unsupported)
{
    /// <summary>Whether a request may name the site: modules of http and tcp can ask for one.</summary>
    public bool TakesSite => Kind is "http" or "tcp";
}

/// <param name="Address">A URL, a host, or a host and port.</param>
/// <param name="Own">The settings of the configured target of that address; the default ones without such a target.</param>
internal sealed record ModuleTarget(string Address, HttpProbeSettings Own)
{
    /// <summary>The site to ask for at that address, as the parameter <c>hostname</c> names it; null for the address's own.</summary>
    public string? Site { get; init; }

    /// <summary>Host and port; null when it has none.</summary>
    public (string Host, int Port)? HostAndPort(int? usual = null)
    {
        var url = Address.Contains("://") ? Address : $"tcp://{Address}";
        if (!Uri.TryCreate(url, UriKind.Absolute, out var parsed) || !Settings.TargetUrl.HasHost(parsed))
        {
            return null;
        }

        return (parsed.Port > 0 ? parsed.Port : usual) is { } port ? (parsed.IdnHost, port) : null;
    }
}

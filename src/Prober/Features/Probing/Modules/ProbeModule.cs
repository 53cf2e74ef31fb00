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
    /// <summary>The module as its file has it, for a person.</summary>
    public string Text { get; init; } = "";
}

/// <param name="Address">A URL, a host, or a host and port.</param>
/// <param name="Own">The settings of the configured target of that address; the default ones without such a target.</param>
internal sealed record ModuleTarget(string Address, HttpProbeSettings Own)
{
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

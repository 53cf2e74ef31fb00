using Microsoft.Extensions.Options;
using Prober.Engine.Probing.Http;
using Prober.Engine.Watching;
using Prober.Features.Probing.Modules;
using Prober.Features.Settings;

namespace Prober.Features.Probing;

/// <summary>Finds the target of a request to <c>/probe</c>: one of the configuration, or any target if that is allowed.</summary>
internal sealed class ProbeFinder(ProbeEngine engine, IOptions<ProberOptions> options)
{
    private volatile Index? _index;

    /// <summary>Whether targets outside the configuration are allowed.</summary>
    public bool IsOpen => options.Value.OpenProbe;

    /// <summary>The target, probed in the way of a module.</summary>
    /// <param name="site">The site to ask for at the target's address; null for its own.</param>
    /// <returns>Null when the target is not allowed, or not one that the module can probe.</returns>
    public TargetDefinition? Find(string target, ProbeModule module, string? site)
    {
        var known = Find(target, "") ?? (module.Kind == "http" ? null : FindHost(target));
        if (known is null && !IsOpen)
        {
            return null;
        }

        var address = known?.Probe is HttpProbe http ? http.Url.AbsoluteUri : known?.Probe.Endpoint ?? target;
        var own = known?.Probe is HttpProbe { Settings: var settings } ? settings : HttpProbeSettings.Default;
        return module.Make(new(address, own) { Site = site }) is not { } probe ? null : new(known?.Name ?? target, probe)
        {
            Timeout = module.Timeout ?? known?.Timeout ?? options.Value.Timeout,
            AlwaysResolves = known?.AlwaysResolves ?? false,
        };
    }

    /// <param name="target">A name or an endpoint.</param>
    /// <param name="kind">Empty for any.</param>
    /// <returns>Null when the target is not allowed, or the request is not valid for it.</returns>
    public TargetDefinition? Find(string target, string kind)
    {
        var targets = engine.Targets;
        var index = _index;
        if (index is null || index.Targets != targets)
        {
            _index = index = new(targets);
        }

        return index.Find(target, kind) ?? (IsOpen ? Define(target, kind) : null);
    }

    /// <summary>A target that is known with a port or a path.</summary>
    private TargetDefinition? FindHost(string host) =>
        engine.Targets.Select(target => target.Definition).FirstOrDefault(one => one.Probe.Destination == host);

    private TargetDefinition? Define(string target, string kind)
    {
        var isHttp = kind is "http" or "";
        var probe = TargetUrl.Parse(target.Contains("://") ? target : $"{(isHttp ? "http" : kind)}://{target}");
        return probe is null || (kind.Length > 0 && probe.Kind != kind) ? null
            : new(probe.Endpoint, probe) { Timeout = options.Value.Timeout };
    }

    /// <summary>The targets by all of their possible names.</summary>
    private sealed class Index(IReadOnlyList<WatchedTarget> targets)
    {
        private readonly ILookup<string, TargetDefinition> _byCall = targets
            .Select(target => target.Definition)
            .SelectMany(definition => new[] { definition.Name, definition.Probe.Endpoint }.Distinct(), (found, call) => (call, found))
            .ToLookup(pair => pair.call, pair => pair.found);

        public IReadOnlyList<WatchedTarget> Targets => targets;

        public TargetDefinition? Find(string target, string kind) =>
            _byCall[target].Concat(_byCall[$"{target}/"]).FirstOrDefault(found => kind.Length == 0 || found.Kind == kind);
    }
}

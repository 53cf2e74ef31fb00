using Microsoft.Extensions.Options;
using Prober.Engine.Probing.Http;
using Prober.Engine.Watching;
using Prober.Features.Settings;

namespace Prober.Features.Probing;

/// <summary>Finds the target of a request to <c>/probe</c>: one of the configuration, or any target if that is allowed.</summary>
internal sealed class ProbeFinder(ProbeEngine engine, IOptions<ProberOptions> options)
{
    private volatile Index? _index;

    /// <summary>Whether targets outside the configuration are allowed.</summary>
    public bool IsOpen => options.Value.OpenProbe;

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

    private TargetDefinition? Define(string target, string kind)
    {
        var isHttp = kind is "http" or "";
        var probe = TargetUrl.Parse(target.Contains("://") ? target : $"{(isHttp ? "http" : kind)}://{target}");
        if (probe is HttpProbe http && isHttp)
        {
            probe = new HttpProbe(http.Url, http.Settings with { SuccessCodes = [(200, 299)] }); // the default of http_2xx
        }

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

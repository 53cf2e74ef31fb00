using System.Collections.Frozen;
using System.Numerics;
using Crash.Faults;
using Crash.Servers;

namespace Crash.Strikes;

/// <summary>The network between the system and some of its servers, or all, fails for a while and is well again.</summary>
/// <param name="name">One of <see cref="Names"/>.</param>
/// <param name="network">The proxies that the system goes through.</param>
internal sealed class NetworkFault(string name, Toxiproxy network) : IFault
{
    /// <summary>Makes a toxic of a random number; each number makes another of its kind.</summary>
    private static readonly FrozenDictionary<string, Func<ulong, Toxic>> Toxics = new Dictionary<string, Func<ulong, Toxic>>
    {
        // Connections are reset, at once or after some of an answer has passed.
        ["reset"] = draw => new("reset_peer", Stream(draw), $$"""{"timeout":{{draw / 2 % 200}}}"""),

        // Nothing passes. With 0 it is held back and arrives when the fault ends, long after the system has given up on it.
        ["timeout"] = draw => new("timeout", Stream(draw), $$"""{"timeout":{{draw / 2 % 2 * 500}}}"""),

        // The delays reach from a nuisance to longer than the system waits.
        ["latency"] = draw => new(
            "latency", Stream(draw), $$"""{"latency":{{50 + (draw / 2 % 2000)}},"jitter":{{draw / 4000 % 100}}}"""),

        // A response ends in its middle: the system can no longer tell what was written from what was not.
        ["cut"] = draw => new("limit_data", "downstream", $$"""{"bytes":{{50 + (draw % 3000)}}}"""),
    }.ToFrozenDictionary();

    public static IReadOnlyList<string> Names { get; } = [.. Toxics.Keys.Order(StringComparer.Ordinal)];

    public string Name => name;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        // In odd rounds there is no way around it.
        var all = (1u << network.Proxies.Count) - 1;
        var hit = round % 2 == 1 ? all : 1 + (uint)(draw % all);
        var toxic = Toxics[name](draw / all);
        for (var proxy = 0; proxy < network.Proxies.Count; proxy++)
        {
            if ((hit & (1u << proxy)) != 0)
            {
                await network.PoisonAsync(proxy, toxic, cancellationToken);
            }
        }

        return $"{toxic} to {BitOperations.PopCount(hit)} of {network.Proxies.Count} servers";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => network.CureAsync(cancellationToken);

    private static string Stream(ulong draw) => draw % 2 == 0 ? "upstream" : "downstream";
}

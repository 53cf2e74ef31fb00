using System.Collections.Frozen;
using Load.Crash.Servers;
using Load.Stores;

namespace Load.Crash.Faults;

/// <summary>All faults by name.</summary>
internal static class FaultCatalog
{
    public const string Kill = "kill";
    public const string Node = "node";
    public const string Pause = "pause";
    public const string Away = "away";

    /// <summary>Those of the network. Each draw makes another of its kind.</summary>
    public static FrozenDictionary<string, Func<ulong, Toxic>> Network { get; } = new Dictionary<string, Func<ulong, Toxic>>
    {
        // Connections are reset, at once or after some of an answer has passed.
        ["reset"] = draw => new("reset_peer", Stream(draw), $$"""{"timeout":{{draw / 2 % 200}}}"""),

        // Nothing passes. With 0 it is held back and comes after all when the fault ends, long after the service has given up on it.
        ["timeout"] = draw => new("timeout", Stream(draw), $$"""{"timeout":{{draw / 2 % 2 * 500}}}"""),

        // From a nuisance to more than the store waits.
        ["latency"] = draw => new("latency", Stream(draw), $$"""{"latency":{{50 + draw / 2 % 2000}},"jitter":{{draw / 4000 % 100}}}"""),

        // The answer to a bulk request ends in its middle: what was written can no longer be told from what was not.
        ["cut"] = draw => new("limit_data", "downstream", $$"""{"bytes":{{50 + draw % 3000}}}"""),
    }.ToFrozenDictionary();

    /// <summary>What can happen to a service with this store, in the order in which it is made to.</summary>
    public static IReadOnlyList<string> Of(string store) => store == StoreTarget.Sqlite ? [Kill] : [Kill, .. Network.Keys.Order(StringComparer.Ordinal), Pause, Away, Node];

    private static string Stream(ulong draw) => draw % 2 == 0 ? "upstream" : "downstream";
}

using Load.Machine;

namespace Load.Systems.Gateway.Processes;

/// <summary>Which gateway is started, and how.</summary>
internal sealed record GatewayStart
{
    private const string Adaptive = "Gateway:Adaptive";

    /// <summary>Its dll; null for the one that was built with the lab.</summary>
    public string? Assembly { get; init; }

    /// <summary>Its configuration, beyond ports and backends.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Its own; null for all of them.</summary>
    public Processors? Processors { get; init; }

    /// <summary>Refuses no upload for its own sake; another build may not know the setting, and one that a person gave stays.</summary>
    public GatewayStart NotAdaptive() => Assembly is not null || Settings.ContainsKey(Adaptive)
        ? this
        : this with { Settings = Settings.Append(new(Adaptive, "false")).ToDictionary() };
}

using Load.Machine;

namespace Load.Systems.Gateway.Processes;

/// <summary>Which gateway is started, and how.</summary>
internal sealed record GatewayStart
{
    /// <summary>Its dll; null for the one that was built with the lab.</summary>
    public string? Assembly { get; init; }

    /// <summary>Its configuration, beyond ports and backends.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Its own; null for all of them.</summary>
    public Processors? Processors { get; init; }
}

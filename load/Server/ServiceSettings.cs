namespace Load.Server;

/// <summary>What a service process is started with, beyond ports and data folder. Rows with equal settings share a process.</summary>
/// <param name="Options">Of the service's configuration, such as <c>Analyzer:Store</c>.</param>
internal sealed record ServiceSettings(IReadOnlyDictionary<string, string> Options)
{
    public static ServiceSettings Default { get; } = new(new Dictionary<string, string>());

    /// <summary>Stable, so that equal settings have equal names.</summary>
    public string Name => Options.Count == 0 ? "default" : string.Join(' ', Options.OrderBy(o => o.Key, StringComparer.Ordinal).Select(o => $"{o.Key}={o.Value}"));
}

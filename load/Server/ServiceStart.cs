using Load.Stores;

namespace Load.Server;

/// <param name="Assembly">The service's dll.</param>
/// <param name="LogPath">What the service says is appended here.</param>
internal sealed record ServiceStart(string Assembly, string LogPath)
{
    /// <summary>Where its reports are kept.</summary>
    public StoreTarget Store { get; init; } = StoreTarget.Default;

    /// <summary>What a person set for all rows; a row's own settings come on top.</summary>
    public IReadOnlyDictionary<string, string> Options { get; init; } = new Dictionary<string, string>();
}

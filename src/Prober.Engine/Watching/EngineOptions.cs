namespace Prober.Engine.Watching;

public sealed record EngineOptions
{
    public const int DefaultMaxInFlight = 4096;
    public const int DefaultMaxPerDestination = 64;

    /// <summary>Probes under way at once.</summary>
    public int MaxInFlight { get; init; } = DefaultMaxInFlight;

    /// <summary>Probes under way at once to one host and port.</summary>
    public int MaxPerDestination { get; init; } = DefaultMaxPerDestination;

    /// <summary>The last moment of the stored history, in Unix milliseconds: a clock that was set back stands still until then.</summary>
    public long NotBefore { get; init; }
}

using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Where the reports are, and how long a caller waits.</summary>
public sealed record SqliteStoreOptions : SqliteFileOptions
{
    public static readonly TimeSpan DefaultSaveTimeout = TimeSpan.FromSeconds(10);
    public static readonly TimeSpan DefaultCheckInterval = TimeSpan.FromSeconds(5);

    /// <summary>How long a save waits for its transaction before the store counts as unavailable.</summary>
    public TimeSpan SaveTimeout { get; init; } = DefaultSaveTimeout;

    /// <summary>How old the last durable write may be before a check makes one of its own.</summary>
    public TimeSpan CheckInterval { get; init; } = DefaultCheckInterval;

    public override void Validate()
    {
        base.Validate();
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(SaveTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(CheckInterval, TimeSpan.Zero);
    }
}

namespace Analyzer.Storage.Sqlite;

/// <summary>Where the reports lie, and the bounds of what waits.</summary>
public sealed record SqliteStoreOptions
{
    public const int DefaultMaxBatch = 512;
    public const int DefaultQueueCapacity = 4096;
    public const int DefaultReaders = 8;
    public static readonly TimeSpan DefaultBusyTimeout = TimeSpan.FromSeconds(1);
    public static readonly TimeSpan DefaultSaveTimeout = TimeSpan.FromSeconds(10);
    public static readonly TimeSpan DefaultCheckInterval = TimeSpan.FromSeconds(5);

    /// <summary>The database file. It and its folder are created when absent; SQLite keeps <c>-wal</c>, of up to 256 MB, and <c>-shm</c> beside it.</summary>
    public required string Path { get; init; }

    /// <summary>Most saves in one transaction.</summary>
    public int MaxBatch { get; init; } = DefaultMaxBatch;

    /// <summary>Most saves that wait for a transaction; a further one is refused.</summary>
    public int QueueCapacity { get; init; } = DefaultQueueCapacity;

    /// <summary>Most connections that look up and list at once; a further caller waits its turn, up to <see cref="BusyTimeout"/>.</summary>
    public int Readers { get; init; } = DefaultReaders;

    /// <summary>How long a lock that another process holds is waited for; rounded up to whole seconds, at least one.</summary>
    public TimeSpan BusyTimeout { get; init; } = DefaultBusyTimeout;

    /// <summary>How long a save waits for its transaction before its caller is told that the store is unavailable.</summary>
    public TimeSpan SaveTimeout { get; init; } = DefaultSaveTimeout;

    /// <summary>How old the last durable write may be before a check makes one of its own.</summary>
    public TimeSpan CheckInterval { get; init; } = DefaultCheckInterval;

    /// <summary>Most bytes the database file may grow to; null for as many as the disk has.</summary>
    public long? MaxBytes { get; init; }

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public void Validate()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Path);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatch, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(QueueCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(Readers, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(BusyTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(SaveTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(CheckInterval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBytes ?? long.MaxValue, 1, nameof(MaxBytes));
    }
}

namespace Storage.Sqlite;

/// <summary>Where the file is, and the limits of the queue before its writer.</summary>
public record SqliteFileOptions
{
    public const int DefaultMaxBatch = 512;
    public const int DefaultQueueCapacity = 4096;
    public const int DefaultReaders = 8;
    public static readonly TimeSpan DefaultBusyTimeout = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The database file. It and its folder are created if they are missing. SQLite keeps <c>-wal</c>, of up to 256 MB, and
    /// <c>-shm</c> beside it.
    /// </summary>
    public required string Path { get; init; }

    /// <summary>The most saves in one transaction.</summary>
    public int MaxBatch { get; init; } = DefaultMaxBatch;

    /// <summary>The most saves that wait for a transaction; a further one is refused.</summary>
    public int QueueCapacity { get; init; } = DefaultQueueCapacity;

    /// <summary>The most connections that read at once; a further caller waits, up to <see cref="BusyTimeout"/>.</summary>
    public int Readers { get; init; } = DefaultReaders;

    /// <summary>How long to wait for a lock that another process holds; rounded up to whole seconds, at least one.</summary>
    public TimeSpan BusyTimeout { get; init; } = DefaultBusyTimeout;

    /// <summary>The most bytes of the database file; null for no limit but the disk.</summary>
    public long? MaxBytes { get; init; }

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public virtual void Validate()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Path);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatch, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(QueueCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(Readers, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(BusyTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBytes ?? long.MaxValue, 1, nameof(MaxBytes));
    }
}

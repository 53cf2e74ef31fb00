using Elasticsearch.Client.Transport;

namespace Elasticsearch.Client.Bulk;

/// <summary>Which cluster, and the limits of the queue before it.</summary>
public record BulkOptions : ClientOptions
{
    public const int DefaultMaxBatch = 500;
    public const int DefaultMaxBatchBytes = 5 * 1024 * 1024;
    public const int DefaultBulksInFlight = 2;
    public const int DefaultQueueCapacity = 4096;
    public static readonly TimeSpan DefaultLinger = TimeSpan.FromMilliseconds(2);

    /// <summary>The most writes in one bulk request.</summary>
    public int MaxBatch { get; init; } = DefaultMaxBatch;

    /// <summary>A bulk request that has reached this size takes no further write.</summary>
    public int MaxBatchBytes { get; init; } = DefaultMaxBatchBytes;

    /// <summary>The number of bulk requests under way at once.</summary>
    public int BulksInFlight { get; init; } = DefaultBulksInFlight;

    /// <summary>The most writes that wait for a bulk request; a further one is refused.</summary>
    public int QueueCapacity { get; init; } = DefaultQueueCapacity;

    /// <summary>How long a bulk request waits for more writes while fewer are there than were lately under way together.</summary>
    public TimeSpan Linger { get; init; } = DefaultLinger;

    /// <inheritdoc/>
    public override void Validate()
    {
        base.Validate();
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatch, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatchBytes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(BulksInFlight, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(QueueCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(Linger, TimeSpan.Zero);
    }
}

namespace Sigma.Streams.Flow;

/// <summary>What should be a record of a stream.</summary>
/// <param name="Partition">0 where the source has only one.</param>
/// <param name="Offset">A byte of a file, or the number of a message.</param>
/// <param name="Utf8">Its bytes; they have to stay as they are until the batch is taken.</param>
/// <param name="Time">When the source got it, for records that do not say when they happened; null for now.</param>
internal readonly record struct StreamRecord(uint Partition, long Offset, ReadOnlyMemory<byte> Utf8, DateTimeOffset? Time = null);

/// <summary>Records that a source read together.</summary>
/// <param name="Source">The source's name, as alerts have it.</param>
/// <param name="Records">In the order in which they were read. The source may use the memory again once the batch is taken.</param>
/// <param name="Positions">Where the source goes on after them, for each partition that they belong to; empty when it cannot.</param>
internal sealed record StreamBatch(string Source, ReadOnlyMemory<StreamRecord> Records, IReadOnlyList<StreamPosition> Positions);

/// <summary>Where a source goes on.</summary>
/// <param name="Source">Its name.</param>
/// <param name="Partition">The partition of the source.</param>
/// <param name="Next">The first offset that was not read.</param>
/// <param name="Key">What else the source knows the partition by, such as the begin of a file; may be empty.</param>
internal sealed record StreamPosition(string Source, uint Partition, long Next, string Key)
{
    /// <summary>
    /// The source, or a sink in its stead, keeps it elsewhere; and nobody waits for the batch: it may be delivered with later ones.
    /// </summary>
    public bool IsKeptElsewhere { get; init; }
}

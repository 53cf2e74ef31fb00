namespace Sigma.Streams.Flow;

/// <summary>An input that should be a record of a stream.</summary>
/// <param name="Partition">The partition; 0 if the source has only one.</param>
/// <param name="Offset">The offset in a file, or the number of a message.</param>
/// <param name="Utf8">Its bytes; they must not change until the batch is taken.</param>
/// <param name="Time">When the source got it, for records that do not say when they happened; null for now.</param>
/// <param name="Inside">The number of records before it in its container; null if it may be a container itself.</param>
/// <param name="Problem">Why the source cannot read it, in a sentence; null if it can. Then the bytes are those that came.</param>
internal readonly record struct StreamRecord(
    uint Partition, long Offset, ReadOnlyMemory<byte> Utf8, DateTimeOffset? Time = null, int? Inside = null, string? Problem = null);

/// <summary>Records that a source read together.</summary>
/// <param name="Source">The source's name, as alerts have it.</param>
/// <param name="Records">The records in reading order. The source may reuse the memory once the batch is taken.</param>
/// <param name="Positions">Where the source continues, for each of their partitions; empty if it cannot.</param>
internal sealed record StreamBatch(string Source, ReadOnlyMemory<StreamRecord> Records, IReadOnlyList<StreamPosition> Positions);

/// <summary>Where a source continues.</summary>
/// <param name="Source">Its name.</param>
/// <param name="Partition">The partition of the source.</param>
/// <param name="Next">The first offset that was not read.</param>
/// <param name="Key">A further identification of the partition, such as the beginning of a file; may be empty.</param>
internal sealed record StreamPosition(string Source, uint Partition, long Next, string Key)
{
    /// <summary>
    /// The source, or a sink for it, stores the position elsewhere, and no caller waits for the batch: it may be delivered together with
    /// later ones.
    /// </summary>
    public bool IsKeptElsewhere { get; init; }
}

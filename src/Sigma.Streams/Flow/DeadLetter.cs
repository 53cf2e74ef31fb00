namespace Sigma.Streams.Flow;

/// <summary>An input that is not a record, or an alert that a sink refuses for good.</summary>
/// <param name="Source">Where it came from, or the sink that refused it.</param>
/// <param name="Partition">The partition of the source.</param>
/// <param name="Offset">The offset of the source.</param>
/// <param name="Reason">The kind, as a word; a label in metrics.</param>
/// <param name="Detail">A sentence for a person.</param>
/// <param name="Time">When it arrived.</param>
/// <param name="Bytes">The received bytes, up to a limit.</param>
/// <param name="Inside">The number of records before it in its container; null if it is in none.</param>
internal sealed record DeadLetter(
    string Source, uint Partition, long Offset, string Reason, string Detail, DateTimeOffset Time, ReadOnlyMemory<byte> Bytes,
    int? Inside = null);

namespace Sigma.Streams.Flow;

/// <summary>What was no record, or what a sink will never take.</summary>
/// <param name="Source">Where it came from; the sink that refused it.</param>
/// <param name="Partition">The partition of the source.</param>
/// <param name="Offset">The offset of the source.</param>
/// <param name="Reason">A word for the kind; metrics count by it.</param>
/// <param name="Detail">A sentence for a person.</param>
/// <param name="Time">When it came.</param>
/// <param name="Bytes">The bytes that came, those beyond a limit left out.</param>
internal sealed record DeadLetter(
    string Source, uint Partition, long Offset, string Reason, string Detail, DateTimeOffset Time, ReadOnlyMemory<byte> Bytes);

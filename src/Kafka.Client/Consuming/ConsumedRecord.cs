namespace Kafka.Client.Consuming;

/// <summary>A record in librdkafka's memory. It is valid until the next batch: copy what you keep.</summary>
/// <param name="Topic">Its topic.</param>
/// <param name="Partition">Its partition there.</param>
/// <param name="Offset">Its place in the partition.</param>
/// <param name="Key">Empty where there is none.</param>
/// <param name="Value">Its bytes.</param>
/// <param name="IsTombstone">It has no value: in a compacted topic, its key is deleted.</param>
/// <param name="Milliseconds">Its time stamp since 1970; -1 when it has none.</param>
public readonly record struct ConsumedRecord(
    string Topic, int Partition, long Offset, ReadOnlyMemory<byte> Key, ReadOnlyMemory<byte> Value, bool IsTombstone, long Milliseconds)
{
    private static readonly long MaxMilliseconds = DateTimeOffset.MaxValue.ToUnixTimeMilliseconds();

    /// <summary>Null when it has none, or one beyond the year 9999; a broker accepts any that its topic allows.</summary>
    public DateTimeOffset? Time =>
        Milliseconds < 0 || Milliseconds > MaxMilliseconds ? null : DateTimeOffset.FromUnixTimeMilliseconds(Milliseconds);
}

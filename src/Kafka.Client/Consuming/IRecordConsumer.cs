using Confluent.Kafka;
using Kafka.Client.Connecting;

namespace Kafka.Client.Consuming;

/// <summary>
/// A member of a group that takes records in batches. For one thread at a time. Records are valid until the next call, and belong to
/// partitions that were assigned when the batch was complete.
/// </summary>
public interface IRecordConsumer : IDisposable
{
    /// <summary>The most records that a batch holds.</summary>
    const int MaxBatch = 1024;

    /// <summary>The topics' partitions that the group has given to this member.</summary>
    IReadOnlySet<TopicPartition> Assigned { get; }

    /// <summary>
    /// Whether it has no partitions, and may be on its way into the group. librdkafka 2.16 does not say good-bye for a member that leaves
    /// on this way, so that its partitions would wait until its session ends: to leave, first take until this is over.
    /// </summary>
    bool IsJoining { get; }

    /// <summary>The last error of the client or of a partition; null once it is over.</summary>
    Error? LastError { get; }

    /// <summary>The accesses that the broker's rules forbid; each stays until something proves that it is over.</summary>
    IReadOnlyList<MissingRight> Refused { get; }

    /// <summary>The metadata for a transaction, so that brokers can refuse it if the group has moved on.</summary>
    IConsumerGroupMetadata GroupMetadata { get; }

    /// <summary>Takes the available records, and runs the assignment handlers.</summary>
    /// <param name="patience">How long to wait for the first record.</param>
    /// <returns>The number of records.</returns>
    /// <remarks>Throws the exception of an assignment handler; then the member cannot be used any more.</remarks>
    int Take(TimeSpan patience);

    /// <param name="index">Less than what <see cref="Take"/> returned.</param>
    ConsumedRecord this[int index] { get; }

    /// <summary>A header of a record, valid as long as the record; the last one if there are several.</summary>
    /// <param name="index">That of the record.</param>
    /// <param name="name">The name, with its case.</param>
    /// <returns>Empty without the header.</returns>
    ReadOnlySpan<byte> HeaderOf(int index, string name);

    /// <summary>Commits these offsets for the group.</summary>
    /// <exception cref="KafkaException">The broker did not accept them.</exception>
    void Commit(IEnumerable<TopicPartitionOffset> offsets);

    /// <returns>For each of them the offset that the group committed; unset where it has none.</returns>
    /// <exception cref="KafkaException">The broker did not answer.</exception>
    IReadOnlyList<TopicPartitionOffset> Committed(IEnumerable<TopicPartition> partitions, TimeSpan timeout);

    /// <returns>How many records a partition has from an offset on, as far as it is known; 0 otherwise.</returns>
    long LagOf(TopicPartition partition, long nextOffset);

    /// <summary>Leaves the group, so that others take over at once.</summary>
    void Close();
}

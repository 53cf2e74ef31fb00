using Confluent.Kafka;

namespace Kafka.Client.Consuming;

/// <summary>Hears of partitions that come and go, within <see cref="IRecordConsumer.Take"/>, on the thread that takes.</summary>
public interface IAssignmentHandler
{
    void Assigned(IReadOnlyCollection<TopicPartition> partitions);

    /// <summary>The member may still commit for them; afterwards another has them.</summary>
    void Revoked(IReadOnlyCollection<TopicPartition> partitions);

    /// <summary>Another may have them already: what was read of them and is not committed must not be.</summary>
    void Lost(IReadOnlyCollection<TopicPartition> partitions);
}

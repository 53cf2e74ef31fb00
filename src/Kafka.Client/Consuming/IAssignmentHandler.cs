using Confluent.Kafka;

namespace Kafka.Client.Consuming;

/// <summary>Is told of new and removed partitions, within <see cref="IRecordConsumer.Take"/>, on the calling thread.</summary>
public interface IAssignmentHandler
{
    void Assigned(IReadOnlyCollection<TopicPartition> partitions);

    /// <summary>The member may still commit for them; afterwards they belong to another one.</summary>
    void Revoked(IReadOnlyCollection<TopicPartition> partitions);

    /// <summary>Another member may already have them: uncommitted reads of them must not be committed.</summary>
    void Lost(IReadOnlyCollection<TopicPartition> partitions);
}

using Confluent.Kafka;

namespace Sigma.Streams.Kafka;

/// <summary>A member of the group, as a transaction that contains its offsets needs it.</summary>
internal interface IGroupMember
{
    /// <summary>The group's name.</summary>
    string Group { get; }

    /// <summary>The broker's metadata about the member.</summary>
    IConsumerGroupMetadata Metadata { get; }

    /// <returns>The offset that the group has committed; 0 for none.</returns>
    long CommittedOf(TopicPartition partition);
}

using Confluent.Kafka;

namespace Kafka.Client.Producing;

/// <summary>How far a member of a group has got.</summary>
/// <param name="Group">The group's name.</param>
/// <param name="Member">The member; brokers refuse its offsets if the group has given its partitions to another one.</param>
/// <param name="Offsets">For each partition the first offset that was not read.</param>
public sealed record GroupOffsets(string Group, IConsumerGroupMetadata Member, IReadOnlyList<TopicPartitionOffset> Offsets);

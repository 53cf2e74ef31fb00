using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Connecting;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>Asks the broker for a group: all members, wherever they run, their partitions, and what is unread.</summary>
/// <param name="connection">The cluster.</param>
public sealed class GroupReader(KafkaConnection connection) : IDisposable
{
    private readonly Lazy<IAdminClient> _client = new(() => Build(connection));

    /// <param name="group">The group.</param>
    /// <param name="topics">Its topics.</param>
    /// <param name="timeout">For each request.</param>
    /// <exception cref="KafkaException">The broker does not answer, or refuses to.</exception>
    public async Task<GroupState> ReadAsync(string group, IReadOnlyList<string> topics, TimeSpan timeout)
    {
        var partitions = await Task.Run(() => topics.SelectMany(topic => PartitionsOf(topic, timeout)).ToList());
        var described = await _client.Value.DescribeConsumerGroupsAsync([group], new() { RequestTimeout = timeout });
        var description = described.ConsumerGroupDescriptions.Single();
        if (description.Error.IsError && description.Error.Code != ErrorCode.GroupIdNotFound)
        {
            throw new KafkaException(description.Error);
        }

        var committed = await CommittedAsync(group, partitions, timeout);
        var ends = await EndsAsync(partitions, timeout);
        return new(
            $"{description.State}",
            [.. (description.Members ?? []).Select(member => new GroupMember(
                member.ClientId,
                string.IsNullOrEmpty(member.GroupInstanceId) ? null : member.GroupInstanceId,
                member.Host.TrimStart('/'),
                [.. member.Assignment.TopicPartitions]))],
            [.. partitions.Select(partition => new PartitionState(
                partition.Topic, partition.Partition.Value, committed.GetValueOrDefault(partition), ends.GetValueOrDefault(partition)))]);
    }

    public void Dispose()
    {
        if (_client.IsValueCreated)
        {
            _client.Value.Dispose();
        }
    }

    private IEnumerable<TopicPartition> PartitionsOf(string topic, TimeSpan timeout)
    {
        var metadata = _client.Value.GetMetadata(topic, timeout).Topics.Single();
        return metadata.Error.IsError ? [] : metadata.Partitions.Select(partition => new TopicPartition(topic, partition.PartitionId));
    }

    private async Task<Dictionary<TopicPartition, long?>> CommittedAsync(
        string group, List<TopicPartition> partitions, TimeSpan timeout)
    {
        if (partitions.Count == 0)
        {
            return [];
        }

        var results = await _client.Value.ListConsumerGroupOffsetsAsync([new(group, partitions)], new() { RequestTimeout = timeout });
        return results.Single().Partitions.ToDictionary(
            offset => offset.TopicPartition, offset => offset.Offset.IsSpecial ? (long?)null : offset.Offset.Value);
    }

    private async Task<Dictionary<TopicPartition, long>> EndsAsync(List<TopicPartition> partitions, TimeSpan timeout)
    {
        if (partitions.Count == 0)
        {
            return [];
        }

        var results = await _client.Value.ListOffsetsAsync(
            partitions.Select(partition => new TopicPartitionOffsetSpec { TopicPartition = partition, OffsetSpec = OffsetSpec.Latest() }),
            new() { RequestTimeout = timeout, IsolationLevel = IsolationLevel.ReadCommitted });
        return results.ResultInfos.ToDictionary(
            info => info.TopicPartitionOffsetError.TopicPartition, info => info.TopicPartitionOffsetError.Offset.Value);
    }

    private static IAdminClient Build(KafkaConnection connection)
    {
        LibrdkafkaLoader.ThrowIfMissing();
        var properties = connection.ToProperties([]);
        properties.Remove("allow.auto.create.topics"); // only for consumers
        return new AdminClientBuilder(properties).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
    }
}

/// <param name="State">Such as <c>Stable</c> or <c>Empty</c>.</param>
/// <param name="Members">Of all instances.</param>
/// <param name="Partitions">Of all topics, whoever has them.</param>
public sealed record GroupState(string State, IReadOnlyList<GroupMember> Members, IReadOnlyList<PartitionState> Partitions);

/// <param name="Client">The client's name, which is that of its instance.</param>
/// <param name="Instance">The name that it keeps over restarts; null without one.</param>
/// <param name="Host">Where it connects from.</param>
/// <param name="Partitions">Those that it has.</param>
public sealed record GroupMember(string Client, string? Instance, string Host, IReadOnlyList<TopicPartition> Partitions);

/// <param name="Topic">The topic.</param>
/// <param name="Partition">The number.</param>
/// <param name="Committed">Where the group continues; null before its first commit.</param>
/// <param name="End">After the last record that readers may see.</param>
public sealed record PartitionState(string Topic, int Partition, long? Committed, long End);

using Confluent.Kafka;
using Kafka.Client.Consuming;

namespace Sigma.Streams.Kafka;

/// <summary>A group, as it is shown.</summary>
/// <param name="Group">Its name; null when Kafka is not a source.</param>
/// <param name="State">Null when it is not known.</param>
/// <param name="Lag">Unread records of all partitions; null when they are not known.</param>
/// <param name="Members">By their clients and instances.</param>
/// <param name="Unassigned">Partitions that no member has.</param>
/// <param name="Failure">Why nothing is known; null when it is.</param>
internal sealed record GroupView(
    string? Group,
    string? State,
    long? Lag,
    IReadOnlyList<MemberView> Members,
    IReadOnlyList<PartitionView> Unassigned,
    string? Failure)
{
    public static GroupView None { get; } = new(null, null, null, [], [], null);

    public static GroupView Of(string group, GroupState state)
    {
        var partitions = state.Partitions.ToDictionary(
            partition => new TopicPartition(partition.Topic, partition.Partition), PartitionView.Of);
        var assigned = state.Members.SelectMany(member => member.Partitions).ToHashSet();
        return new(
            group,
            state.State,
            partitions.Values.Sum(partition => partition.Lag),
            [.. state.Members.Select(member => MemberView.Of(member, partitions))
                .OrderBy(member => member.Client, StringComparer.Ordinal).ThenBy(member => member.Instance, StringComparer.Ordinal)],
            [.. partitions.Where(pair => !assigned.Contains(pair.Key)).Select(pair => pair.Value)],
            Failure: null);
    }
}

/// <param name="Client">The client's name, which is that of its instance.</param>
/// <param name="Instance">The member's name that it keeps over restarts; null without one.</param>
/// <param name="Host">Where it connects from.</param>
/// <param name="Lag">Unread records of its partitions.</param>
/// <param name="Partitions">Those that it has.</param>
internal sealed record MemberView(string Client, string? Instance, string Host, long Lag, IReadOnlyList<PartitionView> Partitions)
{
    public static MemberView Of(GroupMember member, IReadOnlyDictionary<TopicPartition, PartitionView> partitions)
    {
        List<PartitionView> own = [.. member.Partitions.Where(partitions.ContainsKey).Select(partition => partitions[partition])
            .OrderBy(partition => partition.Topic, StringComparer.Ordinal).ThenBy(partition => partition.Partition)];
        return new(member.Client, member.Instance, member.Host, own.Sum(partition => partition.Lag), own);
    }
}

/// <param name="Topic">The topic.</param>
/// <param name="Partition">The number.</param>
/// <param name="Committed">Where the group continues; null before its first commit.</param>
/// <param name="End">After the last record that readers may see.</param>
/// <param name="Lag">Unread records; before the first commit all that there may be.</param>
internal sealed record PartitionView(string Topic, int Partition, long? Committed, long End, long Lag)
{
    public static PartitionView Of(PartitionState state) =>
        new(state.Topic, state.Partition, state.Committed, state.End, Math.Max(0, state.End - (state.Committed ?? 0)));
}

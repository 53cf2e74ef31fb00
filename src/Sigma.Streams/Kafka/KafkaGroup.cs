using System.Collections.Concurrent;
using System.Globalization;
using Confluent.Kafka;
using Kafka.Client.Producing;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Knows which member of this process has which partition. It connects source and sink: a transaction may contain only offsets of
/// partitions that this process still has.
/// </summary>
internal sealed class KafkaGroup
{
    private const string SourcePrefix = "kafka:";

    private readonly ConcurrentDictionary<TopicPartition, Ownership> _owners = [];
    private readonly ConcurrentDictionary<string, string> _failures = [];
    private long _terms;

    /// <summary>The problems between this process and the broker.</summary>
    public IEnumerable<string> Failures => _failures.Values.Distinct();

    /// <returns>The source name of a topic's records in alerts.</returns>
    public static string SourceOf(string topic) => SourcePrefix + topic;

    /// <returns>Null when the source is not Kafka's.</returns>
    public static TopicPartition? PartitionOf(string source, uint partition) =>
        source.StartsWith(SourcePrefix, StringComparison.Ordinal) ? new(source[SourcePrefix.Length..], (int)partition) : null;

    /// <summary>A term begins, with a unique name.</summary>
    public void Begin(IGroupMember member, IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            _owners[partition] = new(member, Interlocked.Increment(ref _terms).ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>
    /// The member's term ends: its uncommitted reads must no longer be committed. A member that was expelled notices it late: another one
    /// of this process may already have the partition, and keeps it.
    /// </summary>
    public void End(IGroupMember member, IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            if (_owners.TryGetValue(partition, out var owner) && owner.Member == member)
            {
                _owners.TryRemove(new(partition, owner));
            }
        }
    }

    /// <returns>The name of the member's term; null when the partition is not its own.</returns>
    public string? TermOf(IGroupMember member, TopicPartition partition) =>
        _owners.TryGetValue(partition, out var owner) && owner.Member == member ? owner.Term : null;

    /// <param name="who">The reporter's name, which stays the same for its new clients.</param>
    /// <param name="failure">Its problem; null for none.</param>
    public void Report(string who, string? failure)
    {
        if (failure is null)
        {
            _failures.TryRemove(who, out _);
        }
        else
        {
            _failures[who] = failure;
        }
    }

    /// <returns>Whether the position was read in a term that has not ended.</returns>
    public bool IsOurs(StreamPosition position, out TopicPartition partition)
    {
        partition = PartitionOf(position.Source, position.Partition)!;
        return _owners.TryGetValue(partition, out var owner) && owner.Term == position.Key;
    }

    /// <returns>The positions by the members that have them.</returns>
    /// <exception cref="IOException">A term has ended: its reads must no longer be written.</exception>
    public IReadOnlyList<GroupOffsets> OffsetsOf(IEnumerable<KeyValuePair<TopicPartition, StreamPosition>> next) =>
        [.. next.GroupBy(pair => MemberOf(pair.Key, pair.Value.Key), pair => new TopicPartitionOffset(pair.Key, pair.Value.Next))
            .Select(group => new GroupOffsets(group.Key.Group, group.Key.Metadata, [.. group]))];

    /// <returns>
    /// Whether the group has committed a position that was read in a term that has not ended. Otherwise its offset may be another member's.
    /// </returns>
    /// <exception cref="KafkaException">The broker does not answer.</exception>
    public bool HasCommitted(StreamPosition position) =>
        PartitionOf(position.Source, position.Partition) is { } partition && _owners.TryGetValue(partition, out var owner)
        && owner.Term == position.Key && owner.Member.CommittedOf(partition) >= position.Next;

    private IGroupMember MemberOf(TopicPartition partition, string term) =>
        _owners.TryGetValue(partition, out var owner) && owner.Term == term
            ? owner.Member
            : throw new IOException($"The group took partition {partition.Partition.Value} of {partition.Topic} away during the delivery.");

    private readonly record struct Ownership(IGroupMember Member, string Term);
}

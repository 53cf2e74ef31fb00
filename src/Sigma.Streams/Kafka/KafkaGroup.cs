using System.Collections.Concurrent;
using System.Globalization;
using Confluent.Kafka;
using Kafka.Client.Producing;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// Knows which member of this process has which partition. Source and sink meet here: a transaction holds offsets
/// of partitions that are still ours.
/// </summary>
internal sealed class KafkaGroup
{
    private const string SourcePrefix = "kafka:";

    private readonly ConcurrentDictionary<TopicPartition, Ownership> _owners = [];
    private readonly ConcurrentDictionary<string, string> _failures = [];
    private long _terms;

    /// <summary>What is wrong between this process and the broker.</summary>
    public IEnumerable<string> Failures => _failures.Values.Distinct();

    /// <returns>What alerts call a topic's records.</returns>
    public static string SourceOf(string topic) => SourcePrefix + topic;

    /// <returns>Null when the source is none of Kafka's.</returns>
    public static TopicPartition? PartitionOf(string source, uint partition) =>
        source.StartsWith(SourcePrefix, StringComparison.Ordinal) ? new(source[SourcePrefix.Length..], (int)partition) : null;

    /// <summary>A term begins, and has a name that no other has.</summary>
    public void Begin(KafkaMember member, IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            _owners[partition] = new(member, Interlocked.Increment(ref _terms).ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>The term ends: reads of it that are not committed must not be committed any more.</summary>
    public void End(IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            _owners.TryRemove(partition, out _);
        }
    }

    /// <returns>The name of the term; null when the partition is not ours.</returns>
    public string? TermOf(TopicPartition partition) => _owners.TryGetValue(partition, out var owner) ? owner.Term : null;

    /// <param name="who">What somebody calls itself; it keeps that over new clients.</param>
    /// <param name="failure">What is wrong with it; null for nothing.</param>
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

    /// <returns>Whether the position was read in a term that goes on.</returns>
    public bool IsOurs(StreamPosition position, out TopicPartition partition)
    {
        partition = PartitionOf(position.Source, position.Partition)!;
        return TermOf(partition) == position.Key;
    }

    /// <returns>The positions by the members that have them.</returns>
    public IReadOnlyList<GroupOffsets> OffsetsOf(IEnumerable<KeyValuePair<TopicPartition, long>> next) =>
        [.. next.Select(pair => (Owner: _owners.GetValueOrDefault(pair.Key), Offset: new TopicPartitionOffset(pair.Key, pair.Value)))
            .Where(pair => pair.Owner.Member is not null)
            .GroupBy(pair => pair.Owner.Member, pair => pair.Offset)
            .Select(group => new GroupOffsets(group.Key.Group, group.Key.Metadata, [.. group]))];

    /// <returns>The offset that the group has committed for a partition of ours; 0 for none.</returns>
    /// <exception cref="KafkaException">The broker does not say.</exception>
    public long CommittedOf(TopicPartition partition) =>
        _owners.TryGetValue(partition, out var owner) ? owner.Member.CommittedOf(partition) : 0;

    private readonly record struct Ownership(KafkaMember Member, string Term);
}

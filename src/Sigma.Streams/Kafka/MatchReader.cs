using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>
/// The correlations over a member's partitions of the match log. Their state is rebuilt from the log: a member that gets a partition reads
/// it again, as far back as its windows reach, up to the group's committed offset, without alerts.
/// </summary>
internal sealed class MatchReader(string topic, KafkaConnection connection, Func<PartitionFold> newFold) : IMatchReader
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>So many records before the group's offset show how far time had got: matches may be late.</summary>
    private const int Tail = 1000;

    private readonly Dictionary<uint, PartitionFold> _folds = [];

    public string Topic => topic;

    public void Begin(IEnumerable<TopicPartition> partitions, Func<TopicPartition, long> committedOf)
    {
        foreach (var partition in partitions.Where(partition => partition.Topic == topic))
        {
            End([partition]);
            var fold = _folds[(uint)partition.Partition.Value] = newFold();
            Fold(fold, partition, committedOf(partition));
        }
    }

    public void End(IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions.Where(partition => partition.Topic == topic))
        {
            if (_folds.Remove((uint)partition.Partition.Value, out var fold))
            {
                fold.Clear();
            }
        }
    }

    public void Dispose()
    {
        foreach (var fold in _folds.Values)
        {
            fold.Clear();
        }

        _folds.Clear();
    }

    public (IReadOnlyList<Alert> Alerts, IReadOnlyList<Match> Matches) Read(ReadOnlyMemory<StreamRecord> records)
    {
        var (alerts, matches) = (new List<Alert>(), new List<Match>());
        foreach (ref readonly var record in records.Span)
        {
            if (LoggedMatch.Read(record.Utf8) is { } match && _folds.TryGetValue(record.Partition, out var fold))
            {
                fold.Add(match, new(KafkaGroup.SourceOf(topic), record.Partition, record.Offset), alerts, matches);
            }
        }

        return (alerts, matches);
    }

    private void Fold(PartitionFold fold, TopicPartition partition, long committed)
    {
        if (committed == 0)
        {
            return;
        }

        using var reader = new TopicReader(connection);
        if (Reached(Records(reader, new(partition, Math.Max(0, committed - Tail)), committed)) is not { } reached)
        {
            return;
        }

        var from = reached - fold.Reach;
        var start = reader.OffsetsFor([partition], from < DateTimeOffset.UnixEpoch ? DateTimeOffset.UnixEpoch : from, Patience)[0];
        foreach (var match in Records(reader, start, committed))
        {
            fold.Fold(match);
        }
    }

    /// <returns>The least time over all partitions of sources; null when there are no matches.</returns>
    private static DateTimeOffset? Reached(IEnumerable<LoggedMatch> matches)
    {
        var newest = new Dictionary<(string Source, uint Partition), DateTimeOffset>();
        foreach (var match in matches)
        {
            var key = (match.Source, match.Partition);
            newest[key] = newest.TryGetValue(key, out var known) && known > match.Time ? known : match.Time;
        }

        return newest.Count == 0 ? null : newest.Values.Min();
    }

    /// <summary>The matches from one offset to another, or to the end of the partition.</summary>
    private static IEnumerable<LoggedMatch> Records(TopicReader reader, TopicPartitionOffset from, long until)
    {
        reader.Assign([from]);
        while (true)
        {
            if (reader.Read(Patience) is not { } record)
            {
                throw new KafkaException(reader.LastError ?? new Error(ErrorCode.Local_TimedOut));
            }

            if (record.IsPartitionEOF || record.Offset.Value >= until)
            {
                yield break;
            }

            if (LoggedMatch.Read(record.Message.Value) is { } match)
            {
                yield return match;
            }

            if (record.Offset.Value == until - 1)
            {
                yield break;
            }
        }
    }
}

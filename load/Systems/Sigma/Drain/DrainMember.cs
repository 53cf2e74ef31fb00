using System.Diagnostics;
using Confluent.Kafka;
using Kafka.Client.Consuming;

namespace Drain;

/// <summary>
/// A member of the group that looks where each record lies, and drops it. It commits how far it has got as often as a member does that
/// judges them: that is how the lab learns of it.
/// </summary>
internal sealed class DrainMember : IAssignmentHandler, IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan CommitPeriod = TimeSpan.FromMilliseconds(200);

    private readonly Dictionary<TopicPartition, long> _ends = [];
    private readonly IRecordConsumer _consumer;
    private long _committedAt = Stopwatch.GetTimestamp();

    public DrainMember(ConsumerSettings settings) => _consumer = GroupConsumer.Create(settings, this);

    /// <exception cref="KafkaException">The client cannot go on.</exception>
    public void Run(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            Drop(_consumer.Take(Patience));
            if (_consumer.LastError is { IsFatal: true } error)
            {
                throw new KafkaException(error);
            }

            if (Stopwatch.GetElapsedTime(_committedAt) >= CommitPeriod)
            {
                Commit();
            }
        }

        Commit();
    }

    public void Assigned(IReadOnlyCollection<TopicPartition> partitions)
    {
        // The next batch tells where they are.
    }

    public void Revoked(IReadOnlyCollection<TopicPartition> partitions)
    {
        Commit();
        Lost(partitions);
    }

    public void Lost(IReadOnlyCollection<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            _ends.Remove(partition);
        }
    }

    public void Dispose()
    {
        try
        {
            _consumer.Close();
        }
        catch (KafkaException)
        {
            // The broker is gone: its count no longer matters.
        }

        _consumer.Dispose();
    }

    /// <summary>Records of a partition come one after the other: the end is noted once for each of these runs.</summary>
    private void Drop(int count)
    {
        for (var i = 0; i < count;)
        {
            var first = _consumer[i];
            var end = first.Offset + 1;
            for (i++; i < count && _consumer[i] is var record && record.Partition == first.Partition; i++)
            {
                end = record.Offset + 1;
            }

            _ends[new(first.Topic, first.Partition)] = end;
        }
    }

    private void Commit()
    {
        _committedAt = Stopwatch.GetTimestamp();
        if (_ends.Count == 0)
        {
            return;
        }

        try
        {
            _consumer.Commit(_ends.Select(end => new TopicPartitionOffset(end.Key, end.Value)));
            _ends.Clear();
        }
        catch (KafkaException)
        {
            // The group is dividing its partitions anew: the next commit takes the same.
        }
    }
}

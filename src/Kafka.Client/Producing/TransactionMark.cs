using System.Diagnostics;
using Confluent.Kafka;
using Kafka.Client.Connecting;

namespace Kafka.Client.Producing;

/// <summary>
/// A number that is written with a transaction, as the offset of a group that nobody reads with: if it is committed, so is the transaction.
/// </summary>
/// <param name="connection">The cluster.</param>
/// <param name="producer">The name of the producer, from which the group's is made.</param>
internal sealed class TransactionMark(KafkaConnection connection, string producer) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan CoordinatorPatience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private IConsumer<byte[], byte[]>? _consumer;
    private TopicPartitionOffset? _last;

    /// <summary>A group of its own, with which nobody reads.</summary>
    public string Group { get; } = $"{producer}-mark";

    /// <param name="topic">An existing topic: a group can have offsets only of those.</param>
    /// <returns>The mark for the new transaction.</returns>
    /// <exception cref="KafkaException">The broker does not answer what an earlier run marked last.</exception>
    public GroupOffsets Next(string topic)
    {
        var partition = new TopicPartition(topic, 0);
        var number = _last?.TopicPartition == partition ? _last.Offset.Value : Committed(partition);
        _last = new(partition, number + 1);
        return new(Group, Consumer.ConsumerGroupMetadata, [_last]);
    }

    /// <exception cref="KafkaException">The broker does not answer.</exception>
    public bool WasMade() => _last is { } last && Committed(last.TopicPartition) >= last.Offset.Value;

    public void Dispose()
    {
        _consumer?.Dispose();
        _consumer = null;
    }

    private IConsumer<byte[], byte[]> Consumer => _consumer ??= new ConsumerBuilder<byte[], byte[]>(connection.ToProperties(
            [
                new("group.id", Group), new("isolation.level", "read_committed"), new("enable.auto.commit", "false"),
            ]))
        .SetErrorHandler((_, _) => { }) // relevant errors are thrown too
        .SetLogHandler((_, _) => { })
        .Build();

    /// <summary>A new broker first creates the topic of all groups' offsets, so it is asked again until that is done.</summary>
    private long Committed(TopicPartition partition)
    {
        for (var began = Stopwatch.GetTimestamp(); ;)
        {
            try
            {
                return Consumer.Committed([partition], Patience) is [{ Offset.IsSpecial: false } committed] ? committed.Offset.Value : 0;
            }
            catch (KafkaException exception)
                when (IsSoonOver(exception.Error.Code) && Stopwatch.GetElapsedTime(began) < CoordinatorPatience)
            {
                using var pause = new ManualResetEventSlim();
                pause.Wait(Pause);
            }
        }
    }

    private static bool IsSoonOver(ErrorCode code) => code is ErrorCode.NotCoordinatorForGroup
        or ErrorCode.GroupCoordinatorNotAvailable or ErrorCode.GroupLoadInProgress or ErrorCode.UnstableOffsetCommit;
}

using System.Diagnostics;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Native;

namespace Kafka.Client.Consuming;

/// <summary>
/// Reads partitions from an offset, without a group: for topics that every instance reads completely, and to rebuild state from earlier
/// records.
/// </summary>
public sealed class TopicReader : IDisposable
{
    private readonly IConsumer<byte[], byte[]> _consumer;
    private Error? _error;

    /// <summary>Sends nothing yet: the broker need not be reachable.</summary>
    /// <exception cref="PlatformNotSupportedException">The native library is missing.</exception>
    public TopicReader(KafkaConnection connection)
    {
        LibrdkafkaLoader.ThrowIfMissing();
        var properties = connection.ToProperties(
        [
            new("group.id", $"{connection.ClientId}-reader"), // asked for by librdkafka; nothing is committed to it
            new("enable.partition.eof", "true"),
            new("enable.auto.commit", "false"),
            new("enable.auto.offset.store", "false"),
            new("isolation.level", "read_committed"),
            new("auto.offset.reset", "earliest"),
            new("topic.metadata.refresh.interval.ms", "5000"),
        ]);
        _consumer = new ConsumerBuilder<byte[], byte[]>(properties)
            .SetErrorHandler((_, error) => Volatile.Write(ref _error, error))
            .SetLogHandler((_, _) => { })
            .Build();
    }

    /// <summary>The last error of the client; null when none was reported since the last record.</summary>
    public Error? LastError => Volatile.Read(ref _error);

    /// <returns>The partitions of a topic; empty while it does not exist.</returns>
    /// <exception cref="KafkaException">The broker does not answer, or refuses to.</exception>
    public IReadOnlyList<TopicPartition> PartitionsOf(string topic, TimeSpan timeout)
    {
        using var admin = new DependentAdminClientBuilder(_consumer.Handle).Build();
        var metadata = admin.GetMetadata(topic, timeout).Topics.Single();
        return metadata.Error switch
        {
            { IsError: false } => metadata.Partitions.ConvertAll(partition => new TopicPartition(topic, partition.PartitionId)),
            var error when MissingRight.IsOne(error) => throw new KafkaException(error),
            _ => [],
        };
    }

    /// <returns>The offset after the last committed record of a partition.</returns>
    public long EndOf(TopicPartition partition, TimeSpan timeout) => _consumer.QueryWatermarkOffsets(partition, timeout).High.Value;

    /// <returns>For each partition the first offset of that time or later; the end where there is none.</returns>
    public IReadOnlyList<TopicPartitionOffset> OffsetsFor(
        IEnumerable<TopicPartition> partitions, DateTimeOffset time, TimeSpan timeout) =>
        _consumer.OffsetsForTimes(partitions.Select(partition => new TopicPartitionTimestamp(partition, new Timestamp(time))), timeout);

    /// <summary>Reads only these from now on.</summary>
    public void Assign(IEnumerable<TopicPartitionOffset> offsets) => _consumer.Assign(offsets);

    /// <returns>The next record of any partition, or the mark of its end; null when none came in time.</returns>
    public ConsumeResult<byte[], byte[]>? Read(TimeSpan patience)
    {
        for (var began = Stopwatch.GetTimestamp(); ;)
        {
            try
            {
                var rest = patience - Stopwatch.GetElapsedTime(began);
                var record = _consumer.Consume(rest > TimeSpan.Zero ? rest : TimeSpan.Zero);
                if (record is not null)
                {
                    Volatile.Write(ref _error, null);
                }

                return record;
            }
            catch (ConsumeException exception) when (exception.Error.Code == ErrorCode.GroupAuthorizationFailed)
            {
                // The library requires a group, and the broker a right to it; neither is used.
            }
            catch (ConsumeException exception)
            {
                Volatile.Write(ref _error, exception.Error);
                return null;
            }
        }
    }

    public void Dispose()
    {
        _consumer.Close();
        _consumer.Dispose();
    }
}

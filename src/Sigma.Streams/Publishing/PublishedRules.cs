using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Publishing;

/// <summary>The files of rules that a topic has.</summary>
internal static class PublishedRules
{
    private const int TopicTries = 6;

    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    /// <exception cref="KafkaException">The broker does not answer, or refuses to.</exception>
    /// <exception cref="IOException">The topic is missing, or its end is not reached.</exception>
    public static Dictionary<string, string> Read(KafkaConnection connection, string topic, CancellationToken cancellationToken)
    {
        using var reader = new TopicReader(connection);
        var unread = reader.PartitionsOf(topic, Timeout).ToHashSet();
        for (var tries = 0; unread.Count == 0 && tries < TopicTries; tries++)
        {
            cancellationToken.WaitHandle.WaitOne(Patience); // a broker learns late of a topic that was just created
            cancellationToken.ThrowIfCancellationRequested();
            unread = [.. reader.PartitionsOf(topic, Timeout)];
        }

        if (unread.Count == 0)
        {
            throw new IOException($"There is no topic {topic}. Create it with cleanup.policy=compact.");
        }

        reader.Assign(unread.Select(partition => new TopicPartitionOffset(partition, Offset.Beginning)));
        var (files, silent) = (new Dictionary<string, string>(), TimeSpan.Zero);
        while (unread.Count > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var record = reader.Read(Patience);
            silent = record is null ? silent + Patience : TimeSpan.Zero;
            if (record is { IsPartitionEOF: true })
            {
                unread.Remove(record.TopicPartition);
            }
            else if (record is not null)
            {
                RulesTopic.Take(files, record.Message);
            }
            else if (reader.LastError is { } error && silent >= Timeout)
            {
                throw new KafkaException(error);
            }
            else if (silent >= Timeout)
            {
                throw new IOException($"The end of the topic {topic} is not reached: a transaction may be open. Try again.");
            }
        }

        return files;
    }
}

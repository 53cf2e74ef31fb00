using System.Text;
using Confluent.Kafka;
using Kafka.Client.Connecting;
using Kafka.Client.Producing;

namespace Sigma.Streams.Kafka;

/// <summary>Writes files of rules to a compacted topic: a record each, all in one transaction.</summary>
internal static class RulesTopic
{
    /// <summary>Takes a record of the topic into the files that came before it; a record without a value removes its file.</summary>
    /// <returns>Whether the files have changed.</returns>
    public static bool Take(IDictionary<string, string> files, Message<byte[], byte[]> message)
    {
        var name = Encoding.UTF8.GetString(message.Key ?? []);
        if (message.Value is null)
        {
            return files.Remove(name);
        }

        files[name] = Encoding.UTF8.GetString(message.Value);
        return true;
    }

    /// <param name="connection">The cluster.</param>
    /// <param name="writer">The name of the writer; a second one of the same name ends the first.</param>
    /// <param name="topic">The topic.</param>
    /// <param name="files">Names and contents; null removes a file.</param>
    /// <exception cref="IOException">Nothing was written, or the outcome is unknown.</exception>
    public static void Write(
        KafkaConnection connection, string writer, string topic, IEnumerable<KeyValuePair<string, string?>> files)
    {
        using var producer = new TransactionalProducer(connection, writer);
        var records = files.Select(file => new ProducedRecord(
            topic, Encoding.UTF8.GetBytes(file.Key), file.Value is null ? null : Encoding.UTF8.GetBytes(file.Value))).ToList();
        if (records.Find(record => !producer.Takes(record)) is { } large)
        {
            throw new IOException($"{Encoding.UTF8.GetString(large.Key!)} has more than the {producer.MaxRecordBytes} bytes of a record. "
                + "Split it, or raise message.max.bytes.");
        }

        producer.Write(records, []);
    }
}

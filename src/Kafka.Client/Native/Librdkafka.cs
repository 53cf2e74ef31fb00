using System.Runtime.InteropServices;

namespace Kafka.Client.Native;

/// <summary>The calls of librdkafka that Confluent.Kafka does not make: messages in batches, in librdkafka's memory (rdkafka.h).</summary>
internal static partial class Librdkafka
{
    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_queue_get_consumer")]
    internal static partial nint GetConsumerQueue(nint client);

    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_queue_destroy")]
    internal static partial void DestroyQueue(nint queue);

    /// <summary>Also runs the client's handlers for errors, logs and assignments.</summary>
    /// <returns>How many messages were taken; -1 for an error.</returns>
    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_consume_batch_queue")]
    internal static unsafe partial nint ConsumeBatch(nint queue, int timeoutMilliseconds, NativeMessage** messages, nuint size);

    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_message_destroy")]
    [SuppressGCTransition]
    internal static unsafe partial void Destroy(NativeMessage* message);

    /// <returns>Milliseconds since 1970; -1 when there is none.</returns>
    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_message_timestamp")]
    [SuppressGCTransition]
    internal static unsafe partial long Timestamp(NativeMessage* message, out int kind);

    /// <returns>0; another number if the message has no headers. They belong to the message.</returns>
    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_message_headers")]
    internal static unsafe partial int Headers(NativeMessage* message, out nint headers);

    /// <returns>0; another number if there is none of this name. The value belongs to the message.</returns>
    [LibraryImport(
        LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_header_get_last", StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int LastHeader(nint headers, string name, out nint value, out nuint length);

    [LibraryImport(LibrdkafkaLoader.Name, EntryPoint = "rd_kafka_topic_name")]
    internal static partial nint TopicName(nint topic);
}

using System.Runtime.InteropServices;

namespace Kafka.Client.Native;

/// <summary>The struct <c>rd_kafka_message_t</c> of librdkafka (rdkafka.h), on a 64-bit machine.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct NativeMessage
{
    public int Error;
    public nint Topic;
    public int Partition;
    public nint Payload;
    public nuint Length;
    public nint Key;
    public nuint KeyLength;
    public long Offset;
    public nint Private;
}

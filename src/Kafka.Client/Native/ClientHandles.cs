using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Kafka.Client.Native;

/// <summary>Confluent.Kafka keeps the native handle to itself.</summary>
internal static class ClientHandles
{
    public static SafeHandle Of(Handle handle) => (SafeHandle)Native(handle);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_LibrdkafkaHandle")]
    [return: UnsafeAccessorType("Confluent.Kafka.Impl.SafeKafkaHandle, Confluent.Kafka")]
    private static extern object Native(Handle handle);
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Confluent.Kafka;

namespace Kafka.Client.Native;

/// <summary>Reads the native handle, which Confluent.Kafka does not expose.</summary>
internal static class ClientHandles
{
    public static SafeHandle Of(Handle handle) => (SafeHandle)Native(handle);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_LibrdkafkaHandle")]
    [return: UnsafeAccessorType("Confluent.Kafka.Impl.SafeKafkaHandle, Confluent.Kafka")]
    private static extern object Native(Handle handle);
}

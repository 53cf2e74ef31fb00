namespace Grpc.Core;

/// <summary>Makes a <see cref="Marshaller{T}"/> with its type inferred; what generated code calls.</summary>
public static class Marshallers
{
    public static Marshaller<T> Create<T>(Func<T, byte[]> serializer, Func<byte[], T> deserializer) => new(serializer, deserializer);

    public static Marshaller<T> Create<T>(Action<T, SerializationContext> serializer, Func<DeserializationContext, T> deserializer) =>
        new(serializer, deserializer);
}

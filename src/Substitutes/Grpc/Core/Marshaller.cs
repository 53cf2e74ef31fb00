namespace Grpc.Core;

/// <summary>Turns messages of one type into bytes, and back.</summary>
public class Marshaller<T>
{
    /// <summary>By whole arrays: an array per message, both ways.</summary>
    public Marshaller(Func<T, byte[]> serializer, Func<byte[], T> deserializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        ArgumentNullException.ThrowIfNull(deserializer);
        ContextualSerializer = (message, context) => context.Complete(serializer(message));
        ContextualDeserializer = context => deserializer(context.PayloadAsNewBuffer());
    }

    /// <summary>Straight from and to the transport's own buffers.</summary>
    public Marshaller(Action<T, SerializationContext> serializer, Func<DeserializationContext, T> deserializer)
    {
        ArgumentNullException.ThrowIfNull(serializer);
        ArgumentNullException.ThrowIfNull(deserializer);
        ContextualSerializer = serializer;
        ContextualDeserializer = deserializer;
    }

    public Action<T, SerializationContext> ContextualSerializer { get; }

    public Func<DeserializationContext, T> ContextualDeserializer { get; }
}

/// <summary>Makes a <see cref="Marshaller{T}"/> with its type inferred; what generated code calls.</summary>
public static class Marshallers
{
    public static Marshaller<T> Create<T>(Func<T, byte[]> serializer, Func<byte[], T> deserializer) => new(serializer, deserializer);

    public static Marshaller<T> Create<T>(Action<T, SerializationContext> serializer, Func<DeserializationContext, T> deserializer) =>
        new(serializer, deserializer);
}

using System.Buffers;

namespace Grpc.Core;

/// <summary>One message for a marshaller to read, valid until the deserializer returns: the buffers are the transport's.</summary>
public abstract class DeserializationContext
{
    /// <summary>In bytes.</summary>
    public abstract int PayloadLength { get; }

    /// <summary>A copy, which may be kept.</summary>
    public virtual byte[] PayloadAsNewBuffer() => PayloadAsReadOnlySequence().ToArray();

    /// <summary>The transport's own buffers, not copied; not to be kept.</summary>
    public virtual ReadOnlySequence<byte> PayloadAsReadOnlySequence() => throw new NotImplementedException();
}

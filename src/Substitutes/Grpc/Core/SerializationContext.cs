using System.Buffers;

namespace Grpc.Core;

/// <summary>
/// The target that a marshaller writes one message to: either <see cref="Complete(byte[])"/>, or <see cref="SetPayloadLength"/> (when
/// known: it saves a copy), <see cref="GetBufferWriter"/> and <see cref="Complete()"/>.
/// </summary>
public abstract class SerializationContext
{
    /// <summary>The message is this array; it is not copied, and must not be changed until the write has completed.</summary>
    public virtual void Complete(byte[] payload) => throw new NotImplementedException();

    /// <summary>The transport's own buffer.</summary>
    public virtual IBufferWriter<byte> GetBufferWriter() => throw new NotImplementedException();

    /// <summary>Says how many bytes will be written to <see cref="GetBufferWriter"/>; called before it.</summary>
    public virtual void SetPayloadLength(int payloadLength) => throw new NotImplementedException();

    /// <summary>All of the message has been written to <see cref="GetBufferWriter"/>.</summary>
    public virtual void Complete() => throw new NotImplementedException();
}

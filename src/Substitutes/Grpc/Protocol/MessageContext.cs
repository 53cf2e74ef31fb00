using System.Buffers;
using Grpc.Core;

namespace Grpc.Protocol;

/// <summary>One received message, in the transport's buffers.</summary>
internal sealed class MessageContext : DeserializationContext
{
    private ReadOnlySequence<byte> _payload;
    private bool _isSet;

    public override int PayloadLength => (int)PayloadAsReadOnlySequence().Length;

    public override ReadOnlySequence<byte> PayloadAsReadOnlySequence() =>
        _isSet ? _payload : throw new InvalidOperationException("A message can be read only while its deserializer runs.");

    public void Set(in ReadOnlySequence<byte> payload)
    {
        _payload = payload;
        _isSet = true;
    }

    public void Clear()
    {
        _payload = default;
        _isSet = false;
    }
}

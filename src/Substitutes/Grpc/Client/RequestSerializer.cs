using System.Buffers;
using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>
/// Makes a frame of a message: header and payload in one pooled buffer that the marshaller writes into, or, for an array that the
/// marshaller hands over, the header in the buffer and the array as it is.
/// </summary>
internal sealed class RequestSerializer(int? maxMessageSize) : SerializationContext, IDisposable
{
    private readonly PooledBuffer _buffer = new();
    private ReadOnlyMemory<byte> _array;
    private int? _length;
    private bool _isComplete;

    /// <summary>The first part of the last frame; valid until the next <see cref="Serialize"/>.</summary>
    public ReadOnlyMemory<byte> Head => _buffer.Written;

    /// <summary>The second part; empty unless the marshaller handed over an array.</summary>
    public ReadOnlyMemory<byte> Tail => _array;

    /// <exception cref="RpcException">The message is larger than allowed.</exception>
    public void Serialize<T>(T message, Marshaller<T> marshaller)
    {
        _buffer.Clear();
        _array = default;
        _length = null;
        _isComplete = false;
        _buffer.GetSpan(FrameHeader.Size);
        _buffer.Advance(FrameHeader.Size);
        marshaller.ContextualSerializer(message, this);
        if (!_isComplete)
        {
            throw new InvalidOperationException("The serializer did not complete its message.");
        }

        var length = _buffer.Length - FrameHeader.Size + _array.Length;
        ThrowIfTooLarge(length);
        FrameHeader.Write(_buffer.Written.Span, length);
    }

    public override void Complete(byte[] payload)
    {
        ArgumentNullException.ThrowIfNull(payload);
        ThrowIfComplete();
        _array = payload;
        _isComplete = true;
    }

    public override void SetPayloadLength(int payloadLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(payloadLength);
        ThrowIfComplete();
        ThrowIfTooLarge(payloadLength);
        _length = payloadLength;
        _buffer.Reserve(payloadLength);
    }

    public override IBufferWriter<byte> GetBufferWriter()
    {
        ThrowIfComplete();
        return _buffer;
    }

    public override void Complete()
    {
        ThrowIfComplete();
        var written = _buffer.Length - FrameHeader.Size;
        if (_length is not null && _length != written)
        {
            throw new InvalidOperationException($"The serializer announced {_length} bytes and wrote {written}.");
        }

        _isComplete = true;
    }

    public void Dispose()
    {
        _array = default;
        _buffer.Dispose();
    }

    private void ThrowIfTooLarge(int length)
    {
        if (length > maxMessageSize)
        {
            throw new RpcException(
                new Status(StatusCode.ResourceExhausted, "Sending message exceeds the maximum configured message size."));
        }
    }

    private void ThrowIfComplete()
    {
        if (_isComplete)
        {
            throw new InvalidOperationException("The message is complete already.");
        }
    }
}

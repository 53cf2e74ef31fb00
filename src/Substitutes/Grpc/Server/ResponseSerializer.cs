using System.Buffers;
using System.IO.Pipelines;
using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.AspNetCore.Server;

/// <summary>
/// Puts messages into the response. One whose length is told first goes straight into the transport's buffer; another one waits in a
/// buffer of ours, because its length has to stand before it.
/// </summary>
internal sealed class ResponseSerializer(PipeWriter body, int? maxMessageSize) : SerializationContext, IBufferWriter<byte>, IDisposable
{
    private PooledBuffer? _buffer;
    private IBufferWriter<byte>? _target;
    private int? _length;
    private int _written;
    private bool _isComplete;

    /// <summary>A message's header has gone out, its end has not: nothing sensible can follow.</summary>
    public bool IsTorn { get; private set; }

    /// <summary>Writes one message with its header; does not flush.</summary>
    public void Write<T>(T message, Marshaller<T> marshaller)
    {
        _target = null;
        _length = null;
        _written = 0;
        _isComplete = false;
        _buffer?.Clear();
        marshaller.ContextualSerializer(message, this);
        if (!_isComplete)
        {
            throw new InvalidOperationException("The serializer did not complete its message.");
        }
    }

    public override void Complete(byte[] payload)
    {
        ArgumentNullException.ThrowIfNull(payload);
        ThrowIfComplete();
        WriteHeader(payload.Length);
        body.Write(payload);
        _isComplete = true;
        IsTorn = false;
    }

    public override void SetPayloadLength(int payloadLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(payloadLength);
        ThrowIfComplete();
        if (_length is not null || _target is not null)
        {
            throw new InvalidOperationException("The length of a message is set once, and before it is written.");
        }

        WriteHeader(payloadLength);
        _length = payloadLength;
    }

    public override IBufferWriter<byte> GetBufferWriter()
    {
        ThrowIfComplete();
        _target ??= _length is null ? _buffer ??= new PooledBuffer() : body;
        return this;
    }

    public override void Complete()
    {
        ThrowIfComplete();
        if (_length is null)
        {
            WriteHeader(_written);
            body.Write(_buffer is null ? [] : _buffer.Written.Span);
        }
        else if (_written != _length)
        {
            throw new InvalidOperationException($"The serializer announced {_length} bytes and wrote {_written}.");
        }

        _isComplete = true;
        IsTorn = false;
    }

    public void Advance(int count)
    {
        Target.Advance(count);
        _written += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0) => Target.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => Target.GetSpan(sizeHint);

    public void Dispose() => _buffer?.Dispose();

    private IBufferWriter<byte> Target =>
        _target ?? throw new InvalidOperationException("The buffer writer is for the message that is being written.");

    private void WriteHeader(int length)
    {
        if (length > maxMessageSize)
        {
            throw new RpcException(
                new Status(StatusCode.ResourceExhausted, "Sending message exceeds the maximum configured message size."));
        }

        FrameHeader.Write(body.GetSpan(FrameHeader.Size), length);
        body.Advance(FrameHeader.Size);
        IsTorn = true;
    }

    private void ThrowIfComplete()
    {
        if (_isComplete)
        {
            throw new InvalidOperationException("The message is complete already.");
        }
    }
}

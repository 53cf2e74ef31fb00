using System.Buffers.Binary;
using System.Diagnostics;
using Gateway.Features.Errors;
using Gateway.Features.Headers;

namespace Gateway.Features.Upstream;

/// <summary>
/// The calls of one HTTP/2 connection whose answer is complete while their body is still being sent. <see cref="SocketsHttpHandler"/> gives
/// up such a body, and keeps the answer, if the backend resets the stream with NO_ERROR (RFC 9113, section 8.1). After any other code, or
/// when the connection ends, it drops the answer, unless somebody was fast enough to read it. So it is told NO_ERROR: the backend has
/// said what it had to say.
/// </summary>
/// <remarks>The frames that are sent, and those that are received, may be told at the same time.</remarks>
internal sealed class AnsweredStreams
{
    private const byte DataType = 0;
    private const byte HeadersType = 1;
    private const byte ResetType = 3;
    private const byte EndStream = 1;

    /// <summary>A body stops at once unless a processor is missing.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Lock _gate = new();

    /// <summary>The streams whose body is being sent, and whether their answer is complete.</summary>
    private readonly Dictionary<int, bool> _sending = [];

    private readonly byte[] _head = new byte[FieldLines.FrameHeadBytes];
    private int _headBytes;

    /// <summary>Bytes of the current frame that are still to come.</summary>
    private int _payload;

    private bool _isResetAfterAnswer;

    /// <summary>When an answer was last complete before its body was sent; null before that.</summary>
    private long? _lastEarly;

    /// <summary>The handler may still have to give up a body.</summary>
    public bool MayBeSending => _lastEarly is { } last && Stopwatch.GetElapsedTime(last) < Patience;

    /// <param name="head">The head of a frame that is sent.</param>
    public void Sent(ReadOnlySpan<byte> head)
    {
        var (type, ends) = (head[3], (head[4] & EndStream) != 0);
        if (type == HeadersType || type == ResetType || (type == DataType && ends))
        {
            lock (_gate)
            {
                _ = type == HeadersType && !ends ? _sending.TryAdd(StreamOf(head), false) : _sending.Remove(StreamOf(head));
            }
        }
    }

    /// <param name="bytes">What is received next. The code of a reset that comes after an answer becomes NO_ERROR.</param>
    public void Receive(Span<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var part = bytes[..Math.Min(bytes.Length, _payload > 0 ? _payload : _head.Length - _headBytes)];
            bytes = bytes[part.Length..];
            if (_payload > 0)
            {
                _payload -= part.Length;
                if (_isResetAfterAnswer)
                {
                    part.Clear();
                }

                continue;
            }

            part.CopyTo(_head.AsSpan(_headBytes));
            _headBytes += part.Length;
            if (_headBytes == _head.Length)
            {
                (_headBytes, _payload, _isResetAfterAnswer) = (0, FieldLines.PayloadLength(_head), Received(_head));
            }
        }
    }

    /// <summary>The connection has ended.</summary>
    /// <returns>A reset with NO_ERROR for each stream with an answer; nothing if the connection ended inside a frame.</returns>
    public byte[] End()
    {
        lock (_gate)
        {
            return _headBytes > 0 || _payload > 0 ? []
                : [.. _sending.Where(stream => stream.Value).SelectMany(stream => Reset(stream.Key))];
        }
    }

    private static int StreamOf(ReadOnlySpan<byte> head) => BinaryPrimitives.ReadInt32BigEndian(head[5..]) & int.MaxValue;

    private static byte[] Reset(int stream)
    {
        var frame = new byte[FieldLines.FrameHeadBytes + sizeof(int)];
        (frame[2], frame[3]) = (sizeof(int), ResetType);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(FieldLines.FrameHeadBytes), (int)Http2Codes.NoError);
        return frame;
    }

    /// <returns>Whether it resets a stream whose answer is complete.</returns>
    private bool Received(ReadOnlySpan<byte> head)
    {
        var (type, ends) = (head[3], (head[4] & EndStream) != 0);
        if (type is HeadersType or DataType && ends)
        {
            lock (_gate)
            {
                if (_sending.ContainsKey(StreamOf(head)))
                {
                    _sending[StreamOf(head)] = true;
                    _lastEarly = Stopwatch.GetTimestamp();
                }
            }
        }
        else if (type == ResetType)
        {
            lock (_gate)
            {
                return _sending.Remove(StreamOf(head), out var isAnswered) && isAnswered;
            }
        }

        return false;
    }
}

using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>The messages of a request, taken from the transport's buffers without a copy.</summary>
/// <remarks>
/// A read may bring several messages. They are handed out one after the other, and the pipe is told how far we came only from time to time:
/// its lock then costs nothing per message, and the client still gets its window back while the handler works.
/// </remarks>
internal sealed class RequestInput(HttpContext http, int? maxMessageSize)
{
    // Small against the windows of HTTP/2 (Kestrel: 768 KiB a stream), so that the client need not wait; large against small messages.
    private const int BytesBetweenCredits = 64 * 1024;

    private readonly PipeReader _body = http.Request.BodyReader;
    private readonly MessageContext _context = new();
    private ReadOnlySequence<byte> _unread;
    private long _bytesTaken;
    private bool _holdsRead;
    private bool _isComplete;

    /// <summary>Waits until <see cref="Take"/> has a message.</summary>
    /// <returns>False when the client has sent its last.</returns>
    /// <exception cref="RpcException">What came is no message, or one that is too large.</exception>
    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken)
    {
        if (_bytesTaken >= BytesBetweenCredits)
        {
            // Not examined beyond: what is left is read again, at once.
            GiveBack(_unread.Start);
        }

        while (true)
        {
            if (TryFindMessage())
            {
                return new ValueTask<bool>(true);
            }

            if (_isComplete)
            {
                return new ValueTask<bool>(false);
            }

            var read = ReadAsync(cancellationToken);
            if (!read.IsCompletedSuccessfully)
            {
                return WaitSlowlyAsync(read, cancellationToken);
            }

            Accept(read.Result);
        }
    }

    /// <summary>The message that <see cref="WaitAsync"/> found.</summary>
    public T Take<T>(Marshaller<T> marshaller)
    {
        try
        {
            return marshaller.ContextualDeserializer(_context);
        }
        finally
        {
            _context.Clear();
        }
    }

    /// <summary>The message of a request that has exactly one.</summary>
    public async ValueTask<T> ReadOnlyMessageAsync<T>(Marshaller<T> marshaller)
    {
        if (!await WaitAsync(CancellationToken.None).ConfigureAwait(false))
        {
            throw Broken("Incomplete message.");
        }

        var message = Take(marshaller);
        while (!_isComplete)
        {
            ThrowIfMore();
            Accept(await ReadAsync(CancellationToken.None).ConfigureAwait(false));
        }

        ThrowIfMore();
        return message;
    }

    /// <summary>Ends a read that waits; callable from any thread while the call goes on.</summary>
    public void CancelRead() => _body.CancelPendingRead();

    /// <summary>Gives the buffers back to the transport.</summary>
    public void Release()
    {
        if (_holdsRead)
        {
            GiveBack(_unread.Start);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> WaitSlowlyAsync(ValueTask<ReadResult> read, CancellationToken cancellationToken)
    {
        while (true)
        {
            Accept(await read.ConfigureAwait(false));
            if (TryFindMessage())
            {
                return true;
            }

            if (_isComplete)
            {
                return false;
            }

            read = ReadAsync(cancellationToken);
        }
    }

    private ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken)
    {
        if (_holdsRead)
        {
            // "Examined to the end" also lets Kestrel give the client its window back, so a message may be larger than the window.
            GiveBack(_unread.End);
        }

        return _body.ReadAsync(cancellationToken);
    }

    private void GiveBack(SequencePosition examined)
    {
        _body.AdvanceTo(_unread.Start, examined);
        _unread = default;
        _bytesTaken = 0;
        _holdsRead = false;
        _isComplete = false;
    }

    private void Accept(in ReadResult read)
    {
        _holdsRead = true;
        _unread = read.Buffer;
        _isComplete = read.IsCompleted;
        if (read.IsCanceled)
        {
            throw new OperationCanceledException("The call has ended while a request message was awaited.");
        }
    }

    private bool TryFindMessage()
    {
        if (!FrameHeader.TryRead(_unread, out var header))
        {
            return _isComplete && !_unread.IsEmpty ? throw Broken("Incomplete message.") : false;
        }

        if (header.Compressed != 0)
        {
            throw CompressedMessage.Refuse(http, header.Compressed);
        }

        if (header.Length > (maxMessageSize ?? int.MaxValue))
        {
            throw new RpcException(
                new Status(StatusCode.ResourceExhausted, "Received message exceeds the maximum configured message size."));
        }

        if (_unread.Length - FrameHeader.Size < header.Length)
        {
            return _isComplete ? throw Broken("Incomplete message.") : false;
        }

        _context.Set(_unread.Slice(FrameHeader.Size, header.Length));
        _unread = _unread.Slice(FrameHeader.Size + (long)header.Length);
        _bytesTaken += FrameHeader.Size + header.Length;
        return true;
    }

    private void ThrowIfMore()
    {
        if (!_unread.IsEmpty)
        {
            throw Broken("Additional data after the message received.");
        }
    }

    private static RpcException Broken(string detail) => new(new Status(StatusCode.Internal, detail));
}

using System.Runtime.CompilerServices;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>The messages of a request, taken from the transport's buffers without a copy.</summary>
internal sealed class RequestInput(HttpContext http, int? maxMessageSize)
{
    private readonly RequestBody _body = new(http.Request.BodyReader);
    private readonly MessageContext _context = new();

    /// <summary>The client reset the stream or the connection broke.</summary>
    public bool IsBroken => _body.IsBroken;

    /// <summary>Waits until <see cref="Take"/> has a message; does not wait for one that has arrived.</summary>
    /// <returns>False when the client has sent its last.</returns>
    /// <exception cref="RpcException">What came is no message, or one that is too large.</exception>
    /// <exception cref="IOException">The client has gone.</exception>
    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken)
    {
        _body.GiveCredit();
        while (!TryFindMessage())
        {
            if (_body.IsComplete)
            {
                return new ValueTask<bool>(false);
            }

            var more = _body.ReadMoreAsync(cancellationToken);
            if (!more.IsCompletedSuccessfully)
            {
                return WaitSlowlyAsync(more, cancellationToken);
            }
        }

        return new ValueTask<bool>(true);
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
        while (true)
        {
            if (!_body.Unread.IsEmpty)
            {
                throw Broken("Additional data after the message received.");
            }

            if (_body.IsComplete)
            {
                return message;
            }

            await _body.ReadMoreAsync(CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>Ends a read that waits, or the next one; callable from any thread while the call goes on.</summary>
    public void CancelRead() => _body.CancelRead();

    /// <summary>Gives the buffers back to the transport.</summary>
    public void Release() => _body.Release();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> WaitSlowlyAsync(ValueTask more, CancellationToken cancellationToken)
    {
        await more.ConfigureAwait(false);
        while (!TryFindMessage())
        {
            if (_body.IsComplete)
            {
                return false;
            }

            await _body.ReadMoreAsync(cancellationToken).ConfigureAwait(false);
        }

        return true;
    }

    private bool TryFindMessage()
    {
        if (!FrameHeader.TryRead(_body.Unread, out var header))
        {
            return _body.IsComplete && !_body.Unread.IsEmpty ? throw Broken("Incomplete message.") : false;
        }

        if (header.Length > (maxMessageSize ?? int.MaxValue))
        {
            throw new RpcException(
                new Status(StatusCode.ResourceExhausted, "Received message exceeds the maximum configured message size."));
        }

        if (_body.Unread.Length - FrameHeader.Size < header.Length)
        {
            return _body.IsComplete ? throw Broken("Incomplete message.") : false;
        }

        var payload = _body.Unread.Slice(FrameHeader.Size, header.Length);
        _context.Set(header.Compressed == 0
            ? payload
            : CompressedMessage.Open(http, header.Compressed, payload, maxMessageSize ?? int.MaxValue - 1));
        _body.Take(FrameHeader.Size + (long)header.Length);
        return true;
    }

    private static RpcException Broken(string detail) => new(new Status(StatusCode.Internal, detail));
}

using System.Buffers;
using Grpc.Core;
using Grpc.Protocol;

namespace Grpc.Net.Client;

/// <summary>The messages of a response, read into one pooled buffer and taken from it in place.</summary>
internal sealed class FrameReader(Stream body, int? maxMessageSize) : IDisposable
{
    private const int InitialSize = 8 * 1024;

    private readonly MessageContext _context = new();
    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(InitialSize);
    private int _start;
    private int _end;
    private bool _isReading;
    private bool _isComplete;

    /// <summary>Waits until <see cref="Take"/> has a message.</summary>
    /// <returns>False when the server has sent its last.</returns>
    /// <exception cref="RpcException">What came is no message, or one that is too large.</exception>
    public async ValueTask<bool> WaitAsync(CancellationToken cancellationToken)
    {
        while (!TryFindMessage(out var missing))
        {
            if (_isComplete)
            {
                return _end == _start ? false : throw Broken("Incomplete message.");
            }

            MakeRoom(missing);
            _isReading = true;
            var read = await body.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _isReading = false;
            _end += read;
            _isComplete = read == 0;
        }

        return true;
    }

    /// <summary>The message that <see cref="WaitAsync"/> found.</summary>
    public T Take<T>(Marshaller<T> marshaller)
    {
        try
        {
            return marshaller.ContextualDeserializer(_context);
        }
        catch (Exception exception) when (exception is not RpcException)
        {
            throw new RpcException(new Status(StatusCode.Internal, "Failed to deserialize response message.", exception));
        }
        finally
        {
            _context.Clear();
        }
    }

    /// <summary>After the last <see cref="WaitAsync"/>. A buffer that a broken-off read may still fill is left to the collector.</summary>
    public void Dispose()
    {
        if (!_isReading && _buffer.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
        }

        _buffer = [];
        _start = _end = 0;
        body.Dispose();
    }

    private bool TryFindMessage(out int missing)
    {
        var unread = _buffer.AsMemory(_start, _end - _start);
        if (unread.Length < FrameHeader.Size)
        {
            missing = FrameHeader.Size - unread.Length;
            return false;
        }

        var header = FrameHeader.Read(unread.Span);
        if (header.Compressed != 0)
        {
            throw Broken("The response has a compressed message, which was not asked for.");
        }

        if (header.Length > (maxMessageSize ?? Array.MaxLength - FrameHeader.Size))
        {
            throw new RpcException(
                new Status(StatusCode.ResourceExhausted, "Received message exceeds the maximum configured message size."));
        }

        var size = FrameHeader.Size + (int)header.Length;
        missing = size - unread.Length;
        if (missing > 0)
        {
            return false;
        }

        _context.Set(new ReadOnlySequence<byte>(unread[FrameHeader.Size..size]));
        _start += size;
        return true;
    }

    private void MakeRoom(int missing)
    {
        if (_start == _end)
        {
            _start = _end = 0;
        }

        var unread = _end - _start;
        if (missing <= _buffer.Length - _end)
        {
            return;
        }

        // By doubling, not by what the header says: memory follows what has really been sent.
        var larger = unread + missing <= _buffer.Length
            ? _buffer
            : ArrayPool<byte>.Shared.Rent((int)Math.Min((long)unread + missing, Math.Max(2L * _buffer.Length, 64 * 1024)));
        _buffer.AsSpan(_start, unread).CopyTo(larger);
        (_start, _end) = (0, unread);
        if (larger != _buffer)
        {
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
        }
    }

    private static RpcException Broken(string detail) => new(new Status(StatusCode.Internal, detail));
}

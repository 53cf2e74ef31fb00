using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Gateway.Features.Headers;
using Hosting.Overload;
using Hosting.Requests;

namespace Gateway.Features.Upstream;

/// <summary>
/// The cleartext side of an HTTP/2 connection to a backend. It applies <see cref="FieldLines"/> to the header blocks that
/// <see cref="SocketsHttpHandler"/> writes, and <see cref="AnsweredStreams"/> to what it reads. All other bytes pass unchanged and
/// uncopied.
/// </summary>
/// <remarks>
/// The handler gives up a connection as soon as a write fails, without reading what the backend sent before it closed: its answers, or
/// which calls it did not take. So a failed write is not reported. The reads that follow come to the connection's end, and end its calls.
/// After a call that was answered early that end is told a moment later: until the body has stopped, the handler would drop its answer.
/// </remarks>
/// <param name="connection">The connection.</param>
internal sealed class BackendStream(Stream connection) : SequentialStream
{
    /// <summary>A body stops at once, after a few turns of this process.</summary>
    private static readonly TimeSpan StoppingTime = TimeSpan.FromMilliseconds(500);

    private readonly AnsweredStreams _answers = new();
    private readonly ArrayBufferWriter<byte> _rewritten = new();

    /// <summary>Bytes until the next frame begins. The connection begins with 24 bytes that are no frame (RFC 9113, section 3.4).</summary>
    private int _untilFrame = 24;

    /// <summary>A write has failed, so nothing can be sent any more.</summary>
    private bool _isMute;

    /// <summary>What the handler still has to read at the end of the connection; null before that.</summary>
    private ReadOnlyMemory<byte>? _last;

    /// <summary>How the connection ended; null when in order.</summary>
    private ExceptionDispatchInfo? _failure;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_last is null)
        {
            try
            {
                var count = await connection.ReadAsync(buffer, cancellationToken);
                _answers.Receive(buffer.Span[..count]);
                if (count > 0 || buffer.IsEmpty)
                {
                    return count;
                }
            }
            catch (IOException) when (buffer.IsEmpty)
            {
                return 0; // the handler waits for bytes with none to fill; what came before the failure is still to be read
            }
            catch (IOException failed)
            {
                _failure = ExceptionDispatchInfo.Capture(failed);
            }

            _last = _answers.End();
        }

        return buffer.IsEmpty ? 0 : await ReadLastAsync(buffer, _last.Value);
    }

    public override int Read(byte[] buffer, int offset, int count) =>
        throw new NotSupportedException("The handler reads asynchronously.");

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
        _isMute ? default
        : Rewrite(buffer.Span) ? SendAsync(connection.WriteAsync(_rewritten.WrittenMemory, cancellationToken))
        : SendAsync(connection.WriteAsync(buffer, cancellationToken));

    public override void Write(byte[] buffer, int offset, int count) =>
        throw new NotSupportedException("The handler writes asynchronously.");

    public override void Flush() => connection.Flush();

    public override Task FlushAsync(CancellationToken cancellationToken) => connection.FlushAsync(cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        await connection.DisposeAsync();
        await base.DisposeAsync();
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            connection.Dispose();
        }

        base.Dispose(disposing);
    }

    private async ValueTask<int> ReadLastAsync(Memory<byte> buffer, ReadOnlyMemory<byte> last)
    {
        if (last.IsEmpty)
        {
            if (_answers.MayBeSending)
            {
                await UnstarvedTimer.DelayAsync(StoppingTime, AnsweredStreams.Patience);
            }

            _failure?.Throw();
            return 0;
        }

        var part = last[..Math.Min(last.Length, buffer.Length)];
        part.CopyTo(buffer);
        _last = last[part.Length..];
        return part.Length;
    }

    private ValueTask SendAsync(ValueTask write)
    {
        if (!write.IsCompletedSuccessfully)
        {
            return SentAsync(write);
        }

        _rewritten.ResetWrittenCount();
        return write;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SentAsync(ValueTask write)
    {
        try
        {
            await write;
        }
        catch (IOException)
        {
            _isMute = true;
        }
        finally
        {
            _rewritten.ResetWrittenCount();
        }
    }

    /// <summary>Follows the frames. The handler writes each header block whole.</summary>
    /// <returns>Whether a block had to be changed: <see cref="_rewritten"/> then has what to send instead.</returns>
    private bool Rewrite(ReadOnlySpan<byte> bytes)
    {
        var (at, copied) = (0, 0);
        while (at + _untilFrame < bytes.Length)
        {
            at += _untilFrame;
            var frame = bytes[at..];
            if (frame.Length < FieldLines.FrameHeadBytes)
            {
                throw new IOException("The HTTP client wrote a part of a frame's head.");
            }

            _answers.Sent(frame);
            _untilFrame = FieldLines.FrameHeadBytes + FieldLines.PayloadLength(frame);
            if (FieldLines.IsHeaders(frame) && FieldLines.LengthOf(frame) is > 0 and var length && FieldLines.MayHoldMark(frame[..length]))
            {
                _rewritten.Write(bytes[copied..at]);
                FieldLines.Separate(frame[..length], _rewritten);
                copied = at + length;
                _untilFrame = length;
            }
        }

        _untilFrame -= bytes.Length - at;
        if (copied == 0)
        {
            return false;
        }

        _rewritten.Write(bytes[copied..]);
        return true;
    }
}

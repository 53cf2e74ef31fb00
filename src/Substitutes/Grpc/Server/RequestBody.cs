using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>The bytes of a request, in the transport's own buffers.</summary>
/// <remarks>
/// The bytes of a read are taken piece by piece, and the pipe is told how far we came only from time to time: its lock then costs
/// nothing per message, and the client still gets its window back while the handler works.
/// </remarks>
internal sealed class RequestBody(PipeReader pipe)
{
    // Small against the windows of HTTP/2 (Kestrel: 768 KiB a stream), so that the client need not wait; large against small messages.
    private const int BytesBetweenCredits = 64 * 1024;

    private ReadOnlySequence<byte> _unread;
    private long _taken;
    private bool _holdsRead;

    /// <summary>The bytes that have arrived and are not taken. Valid until the next read.</summary>
    public ref readonly ReadOnlySequence<byte> Unread => ref _unread;

    /// <summary>Nothing will arrive beyond <see cref="Unread"/>.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>The client reset the stream or the connection broke.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Marks the next bytes as read.</summary>
    public void Take(long count)
    {
        _unread = _unread.Slice(count);
        _taken += count;
    }

    /// <summary>Gives what was taken back to the transport, when it is worth it; what is left is then to be read again, at once.</summary>
    public void GiveCredit()
    {
        if (_taken >= BytesBetweenCredits)
        {
            Advance(_unread.Start);
        }
    }

    /// <summary>Waits for more bytes than have arrived.</summary>
    /// <exception cref="IOException">The client has gone.</exception>
    /// <exception cref="OperationCanceledException">The token, or <see cref="CancelRead"/>, ended the wait.</exception>
    public ValueTask ReadMoreAsync(CancellationToken cancellationToken)
    {
        if (_holdsRead)
        {
            // "Examined to the end" also lets Kestrel give the client its window back, so a message may be larger than the window.
            Advance(_unread.End);
        }

        ValueTask<ReadResult> read;
        try
        {
            read = pipe.ReadAsync(cancellationToken);
        }
        catch (Exception exception) when (NoteBreak(exception))
        {
            throw;
        }

        if (!read.IsCompletedSuccessfully)
        {
            return AcceptAsync(read);
        }

        Accept(read.Result);
        return ValueTask.CompletedTask;
    }

    /// <summary>Ends a read that waits, or the next one; callable from any thread while the call goes on.</summary>
    public void CancelRead() => pipe.CancelPendingRead();

    /// <summary>Gives the buffers back to the transport.</summary>
    public void Release()
    {
        if (!_holdsRead)
        {
            return;
        }

        try
        {
            Advance(_unread.Start);
        }
        catch (Exception exception) when (IsBreak(exception))
        {
            // The client has gone, and Kestrel takes its buffers back itself.
        }
    }

    // Kestrel throws these from every member of the pipe, and before HttpContext.RequestAborted fires.
    private static bool IsBreak(Exception exception) =>
        exception is ConnectionAbortedException || (exception is IOException and not BadHttpRequestException);

    private bool NoteBreak(Exception exception)
    {
        IsBroken |= IsBreak(exception);
        return false;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask AcceptAsync(ValueTask<ReadResult> read)
    {
        try
        {
            Accept(await read.ConfigureAwait(false));
        }
        catch (Exception exception) when (NoteBreak(exception))
        {
            throw;
        }
    }

    private void Accept(in ReadResult read)
    {
        _holdsRead = true;
        _unread = read.Buffer;
        IsComplete = read.IsCompleted;
        if (read.IsCanceled)
        {
            throw new OperationCanceledException("The call has ended while a request message was awaited.");
        }
    }

    private void Advance(SequencePosition examined)
    {
        var consumed = _unread.Start;
        _unread = default;
        _taken = 0;
        _holdsRead = false;
        IsComplete = false;
        try
        {
            pipe.AdvanceTo(consumed, examined);
        }
        catch (Exception exception) when (NoteBreak(exception))
        {
            throw;
        }
    }
}

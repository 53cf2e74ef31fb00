using System.Buffers;
using System.Buffers.Binary;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Settings;

namespace Hosting.Requests;

/// <summary>
/// The body of a gRPC call whose messages' heads are checked before gRPC's library parses them. For a head that it cannot read the library
/// throws exceptions of its own, which end the call with UNKNOWN, and the log with a stack trace. An <see cref="RpcException"/> becomes the
/// status of the call.
/// </summary>
/// <remarks>
/// The head of a message (gRPC's PROTOCOL-HTTP2):
/// <code>
/// byte       1 if the message is compressed, otherwise 0
/// uint32     length of the message, big-endian
/// </code>
/// </remarks>
/// <param name="body">As Kestrel reads it.</param>
/// <param name="host">Whose refusals these are.</param>
internal sealed class MessageHeads(PipeReader body, HostDescription host) : PipeReader
{
    private const int HeadBytes = 5;

    private ReadOnlySequence<byte> _buffer;

    /// <summary>Where the next head begins, counted from the first byte that is not consumed.</summary>
    private long _next;

    private bool _isBroken;

    public override bool TryRead(out ReadResult result)
    {
        if (!body.TryRead(out result))
        {
            return false;
        }

        Check(result.Buffer);
        return true;
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        var reading = body.ReadAsync(cancellationToken);
        if (!reading.IsCompletedSuccessfully)
        {
            return AwaitAsync(reading);
        }

        var read = reading.Result;
        Check(read.Buffer);
        return new(read);
    }

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        _next -= _buffer.Slice(0, consumed).Length;
        _buffer = default;
        body.AdvanceTo(consumed, examined);
    }

    public override void CancelPendingRead() => body.CancelPendingRead();

    public override void Complete(Exception? exception = null) => body.Complete(exception);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] // once per piece of a file
    private async ValueTask<ReadResult> AwaitAsync(ValueTask<ReadResult> reading)
    {
        var read = await reading;
        Check(read.Buffer);
        return read;
    }

    private void Check(in ReadOnlySequence<byte> buffer)
    {
        _buffer = buffer;
        Span<byte> head = stackalloc byte[HeadBytes];
        while (!_isBroken && _next + HeadBytes <= buffer.Length)
        {
            buffer.Slice(_next, HeadBytes).CopyTo(head);
            var length = BinaryPrimitives.ReadUInt32BigEndian(head[1..]);
            if (head[0] > 1 || length > int.MaxValue)
            {
                Refuse(head[0] > 1 ? MessageErrors.WrongFlag(head[0]) : MessageErrors.OfLength(length));
            }

            _next += HeadBytes + length;
        }
    }

    /// <summary>Whoever reads on, to drop the rest, gets it unchecked.</summary>
    private void Refuse(Error error)
    {
        _isBroken = true;
        AdvanceTo(_buffer.End);
        throw new RpcException(new(error.Kind.GrpcStatus, error.Detail), new Metadata { StatusTrailer.Of(error, host) });
    }
}

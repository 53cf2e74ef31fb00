using System.IO.Pipelines;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Journal.Features.Http;

/// <summary>
/// Lets a request be read whole whose sender has hung up behind its last byte, as loggers do that wait for no answer. Kestrel takes the end
/// of a connection that it sees together with a body for the end of the body.
/// </summary>
internal static class HungUpSenders
{
    public static void Use(ListenOptions listen) => listen.Use(next => async connection =>
    {
        var transport = connection.Transport;
        connection.Transport = new Pipes(new LateEnd(transport.Input), transport.Output);
        try
        {
            await next(connection);
        }
        finally
        {
            connection.Transport = transport;
        }
    });

    private sealed record Pipes(PipeReader Input, PipeWriter Output) : IDuplexPipe;

    /// <summary>Tells of the end only when all bytes before it have been looked at.</summary>
    private sealed class LateEnd(PipeReader reader) : PipeReader
    {
        private SequencePosition? _end;
        private bool _isSeen;

        public override async ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
            WithoutEnd(await reader.ReadAsync(cancellationToken));

        public override bool TryRead(out ReadResult result)
        {
            var isRead = reader.TryRead(out result);
            result = isRead ? WithoutEnd(result) : result;
            return isRead;
        }

        public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
        {
            _isSeen |= _end is { } end && examined.Equals(end);
            reader.AdvanceTo(consumed, examined);
        }

        public override void CancelPendingRead() => reader.CancelPendingRead();

        public override void Complete(Exception? exception = null) => reader.Complete(exception);

        private ReadResult WithoutEnd(ReadResult result)
        {
            if (!result.IsCompleted || _isSeen || result.Buffer.IsEmpty)
            {
                return result;
            }

            _end = result.Buffer.End;
            return new(result.Buffer, result.IsCanceled, isCompleted: false);
        }
    }
}

using System.Buffers;
using System.IO.Pipelines;
using Hosting.Listeners;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Streams;
using Journal.Features.Tcp;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Options;

namespace Journal.Features.Relp;

/// <summary>
/// RELP: every message is answered, and only when it is on the disk. A sender that loses the connection sends unanswered messages again, so
/// the protocol itself allows duplicates.
/// </summary>
internal sealed class RelpConnections(
    Ingester ingester, ConnectionLimit limit, IOptions<JournalOptions> options, TimeProvider time) : ConnectionHandler
{
    private const int MaxUnanswered = 4096;
    private const int MaxDroppedBytes = 16 << 20;
    private const string Offers = "200 OK\nrelp_version=0\nrelp_software=journal\ncommands=syslog";

    public static Listener Listener(string key, int port) => StreamListener.Tcp<RelpConnections>(key, port, "RELP", "relp");

    public override async Task OnConnectedAsync(ConnectionContext connection)
    {
        if (!limit.TryEnter(connection.RemoteEndPoint))
        {
            ingester.Refuse();
            return;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(StreamReading.StopOf(connection));
        using var reading = StreamReading.OnStop(connection);
        var sender = new Sender(new(SourceKind.Relp, SenderName.Of(connection.RemoteEndPoint)));
        var unanswered = new Unanswered(MaxUnanswered);
        var answering = new AnswerWriter(connection.Transport.Output).RunAsync(unanswered, stop.Token);
        try
        {
            await ReadAsync(connection, sender, unanswered, stop.Token);
            unanswered.Complete();
            await answering; // received messages are answered before the connection ends
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The sender left, or the host stops; unanswered messages will be sent again.
        }
        finally
        {
            limit.Leave(connection.RemoteEndPoint);
            ingester.Leave(sender);
            await stop.CancelAsync();
            unanswered.Complete();
            await answering.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task ReadAsync(ConnectionContext connection, Sender sender, Unanswered unanswered, CancellationToken stop)
    {
        var input = connection.Transport.Input;
        var (frames, session) = (new RelpFrames(2 * RecordBatch.MaxMessageBytes, MaxDroppedBytes), new RelpSession());
        var message = new byte[options.Value.MaxMessageBytes + 1];
        var (isBetween, isOpen) = (true, true);
        while (isOpen)
        {
            ReadResult read;
            try
            {
                read = await input.ReadAsync(isBetween ? null : options.Value.IdleTimeout, time);
            }
            catch (TimeoutException)
            {
                ingester.Refuse();
                return;
            }

            var buffer = read.Buffer;
            var patience = new Patience(time.GetTimestamp(), options.Value.CommitTimeout, time);
            while (isOpen && !buffer.IsEmpty)
            {
                var found = frames.Next(ref buffer, out var frame);
                if (found == RelpRead.Incomplete)
                {
                    break;
                }

                isOpen = found == RelpRead.Whole
                    ? await TakeAsync(frame, session, sender, message, patience, unanswered, stop)
                    : await RefuseAsync(0, "500 This is not a RELP frame", unanswered, stop);
            }

            if (read.IsCompleted || read.IsCanceled)
            {
                return;
            }

            isBetween = buffer.IsEmpty && !frames.IsDropping;
            input.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    /// <returns>False when the connection ends.</returns>
    private async ValueTask<bool> TakeAsync(
        RelpFrame frame, RelpSession session, Sender sender, byte[] message, Patience patience, Unanswered unanswered,
        CancellationToken cancellationToken)
    {
        switch (session.Next(frame))
        {
            case RelpStep.Open:
                await unanswered.AddAsync(RelpAnswer.To(frame.Number, Offers), cancellationToken);
                return true;
            case RelpStep.Message:
                await unanswered.AddAsync(await TakeAsync(frame, sender, message, patience, cancellationToken), cancellationToken);
                return true;
            case RelpStep.Close:
                await unanswered.AddAsync(RelpAnswer.To(frame.Number, ""), cancellationToken);
                await unanswered.AddAsync(RelpAnswer.ServerClose, cancellationToken);
                return false;
            default:
                return await RefuseAsync(
                    frame.Number, "500 The command or its number is not valid here", unanswered, cancellationToken);
        }
    }

    /// <returns>False: the connection ends.</returns>
    private async ValueTask<bool> RefuseAsync(int number, string text, Unanswered unanswered, CancellationToken cancellationToken)
    {
        ingester.Refuse();
        await unanswered.AddAsync(RelpAnswer.To(number, text), cancellationToken);
        await unanswered.AddAsync(RelpAnswer.ServerClose, cancellationToken);
        return false;
    }

    /// <returns>The answer to the message, with what it waits for.</returns>
    private async ValueTask<RelpAnswer> TakeAsync(
        RelpFrame frame, Sender sender, byte[] message, Patience patience, CancellationToken cancellationToken)
    {
        var data = WithoutLineBreak(frame.Data);
        if (data.IsEmpty)
        {
            ingester.Refuse(); // an empty message is not stored; without a 200 the sender would repeat it for ever
            return RelpAnswer.To(frame.Number, RelpAnswer.Ok);
        }

        return RelpAnswer.ToMessage(frame.Number, await TakeAsync(data, sender, message, patience, cancellationToken), patience);
    }

    /// <summary>rsyslog adds one to each message. Line breaks before it belong to the message.</summary>
    private static ReadOnlySequence<byte> WithoutLineBreak(ReadOnlySequence<byte> data) =>
        !data.IsEmpty && data.Slice(data.Length - 1).FirstSpan[0] == '\n' ? data.Slice(0, data.Length - 1) : data;

    /// <returns>The ticket; null when there was no room in time.</returns>
    private async ValueTask<RecordTicket?> TakeAsync(
        ReadOnlySequence<byte> data, Sender sender, byte[] message, Patience patience, CancellationToken cancellationToken)
    {
        // One byte more than is stored shows that a message is too long.
        var length = (int)Math.Min(data.Length, message.Length);
        data.Slice(0, length).CopyTo(message);
        RecordTicket ticket;
        while (!ingester.TryTake(sender, message.AsSpan(0, length), awaited: true, out ticket))
        {
            try
            {
                await patience.WaitAsync(ingester.WaitForRoomAsync(cancellationToken), cancellationToken);
            }
            catch (TimeoutException)
            {
                return null;
            }
        }

        return ticket;
    }
}

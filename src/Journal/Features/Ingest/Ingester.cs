using Journal.Features.Metrics;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;

namespace Journal.Features.Ingest;

/// <summary>The common way of every message into the journal, from any listener.</summary>
internal sealed class Ingester(
    JournalWriter writer, JournalMetrics metrics, KnownSenders known, IOptions<JournalOptions> options, TimeProvider time)
{
    private readonly int _maxMessageBytes = options.Value.MaxMessageBytes;
    private readonly DisconnectedSenders _left = new();

    public LossAccounts Losses => writer.Losses;

    /// <summary>The sequence of the next record, when all durable records are counted.</summary>
    public long NextSequence => writer.NextSequence;

    /// <param name="sender">The sender, with the numbers that it has sent so far.</param>
    /// <param name="message">The received bytes, without framing.</param>
    /// <param name="awaited">Whether the sender waits for an answer.</param>
    /// <param name="ticket">Completes when the message is durable.</param>
    /// <param name="marks">The marks that the listener sets.</param>
    /// <param name="isProofWanted">Whether the sender waits for a proof of it.</param>
    /// <returns>False when there is no room; then nothing is counted.</returns>
    public bool TryTake(
        Sender sender, ReadOnlySpan<byte> message, bool awaited, out RecordTicket ticket, RecordMarks marks = RecordMarks.None,
        bool isProofWanted = false)
    {
        if (message.Length > _maxMessageBytes)
        {
            message = message[.._maxMessageBytes];
            marks |= RecordMarks.Truncated;
        }

        marks |= Arrival.Look(message);
        var number = NumberOf(sender, message, marks);
        marks |= number is { IsJump: true } ? RecordMarks.NumberJumped : RecordMarks.None;
        if (!writer.Intake.TryAdd(sender.Source, message, marks, Clock.Microseconds(time), awaited, out ticket, isProofWanted))
        {
            return false;
        }

        Losses.AddMissing(number?.Accept() ?? 0);
        metrics.Received(sender.Source.Kind, marks);
        known.Heard(sender);
        return true;
    }

    /// <summary>Takes a message whose sender waits for an answer, when there is room for it.</summary>
    /// <param name="sender">The sender, with the numbers that it has sent so far.</param>
    /// <param name="message">The received bytes, without framing.</param>
    /// <param name="cancellationToken">Ends waiting.</param>
    /// <param name="marks">The marks that the listener sets.</param>
    /// <param name="isProofWanted">Whether the sender waits for a proof of it.</param>
    /// <param name="patience">How long to wait for room; for ever by default.</param>
    /// <exception cref="TimeoutException">There was no room for so long.</exception>
    public async ValueTask<RecordTicket> TakeAsync(
        Sender sender, ReadOnlyMemory<byte> message, CancellationToken cancellationToken, RecordMarks marks = RecordMarks.None,
        bool isProofWanted = false, TimeSpan? patience = null)
    {
        RecordTicket ticket;
        while (!TryTake(sender, message.Span, awaited: true, out ticket, marks, isProofWanted))
        {
            await WaitForRoomAsync(cancellationToken).WaitAsync(patience ?? Timeout.InfiniteTimeSpan, time, cancellationToken);
        }

        return ticket;
    }

    /// <summary>Counts a message for which there is no room, and whose sender cannot be made to wait.</summary>
    public void Drop(Sender sender, ReadOnlySpan<byte> message)
    {
        Losses.AddLostHere(1);
        Losses.AddMissing(NumberOf(sender, message, Arrival.Look(message))?.Accept() ?? 0); // the missing ones before it: it arrived itself
    }

    /// <summary>The sender's connection has ended; it may connect again.</summary>
    public void Leave(Sender sender)
    {
        if (sender.Numbers is { } numbers)
        {
            _left.Leave(sender, numbers);
        }
    }

    public Task WaitForRoomAsync(CancellationToken cancellationToken) => writer.Intake.WaitForRoomAsync(cancellationToken);

    public void Refuse(long messages = 1) => Losses.AddRefused(messages);

    private SentNumber? NumberOf(Sender sender, ReadOnlySpan<byte> message, RecordMarks marks)
    {
        if ((marks & RecordMarks.Json) != RecordMarks.Rfc5424 || SenderNumbers.Read(message) is not { } number)
        {
            return null;
        }

        sender.Numbers ??= _left.Take(sender) ?? new();
        return new(sender.Numbers.WindowOf(message), number);
    }
}

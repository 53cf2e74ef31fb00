using Journal.Features.Metrics;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;

namespace Journal.Features.Ingest;

/// <summary>The way of every message into the journal, whichever listener it came by.</summary>
internal sealed class Inlet(
    JournalWriter writer, JournalMetrics metrics, KnownSenders known, IOptions<JournalOptions> options, TimeProvider time)
{
    private readonly int _maxMessageBytes = options.Value.MaxMessageBytes;
    private readonly LeftNumbers _left = new();

    public LossAccounts Losses => writer.Losses;

    /// <summary>The number that the next record will have, when all that is durable is counted.</summary>
    public long NextSequence => writer.NextSequence;

    /// <param name="sender">Where it came from, and the numbers seen of it.</param>
    /// <param name="message">The bytes that came, without their framing.</param>
    /// <param name="awaited">Whether the sender waits for an answer.</param>
    /// <param name="ticket">Tells when it is durable.</param>
    /// <param name="marks">What the listener knows of it.</param>
    /// <param name="isProofWanted">Whether the sender waits for a proof of it.</param>
    /// <returns>False when there is no room; nothing is counted then.</returns>
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

    /// <summary>A message for which there is no room, and whose sender can't be made to wait.</summary>
    public void Drop(Sender sender, ReadOnlySpan<byte> message)
    {
        Losses.AddLostHere(1);
        Losses.AddMissing(NumberOf(sender, message, Arrival.Look(message))?.Accept() ?? 0); // those before it: it did come itself
    }

    /// <summary>Its connection has ended; it may come again.</summary>
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

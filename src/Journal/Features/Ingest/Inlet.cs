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

    public LossAccounts Losses => writer.Losses;

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
        var number = NumberOf(message, marks);
        var gap = number is null ? null : sender.Numbers.Gap(number.Value);
        marks |= gap is null ? RecordMarks.None : RecordMarks.NumberJumped;
        if (!writer.Intake.TryAdd(sender.Source, message, marks, Clock.Microseconds(time), awaited, out ticket, isProofWanted))
        {
            return false;
        }

        Losses.AddMissing(gap ?? 0);
        Accept(sender, number);
        metrics.Received(sender.Source.Kind, marks);
        known.Heard(sender);
        return true;
    }

    /// <summary>A message for which there is no room, and whose sender can't be made to wait.</summary>
    public void Drop(Sender sender, ReadOnlySpan<byte> message)
    {
        Losses.AddLostHere(1);
        Accept(sender, NumberOf(message, Arrival.Look(message))); // it did come: it is not missing besides
    }

    public Task WaitForRoomAsync(CancellationToken cancellationToken) => writer.Intake.WaitForRoomAsync(cancellationToken);

    public void Refuse(long messages = 1) => Losses.AddRefused(messages);

    private static int? NumberOf(ReadOnlySpan<byte> message, RecordMarks marks) =>
        (marks & RecordMarks.Json) == RecordMarks.Rfc5424 ? SenderNumbers.Read(message) : null;

    private static void Accept(Sender sender, int? number)
    {
        if (number is { } known)
        {
            sender.Numbers.Accept(known);
        }
    }
}

/// <summary>A sender as a listener knows it. One thread at a time hands in its messages.</summary>
internal sealed record Sender(RecordSource Source)
{
    /// <summary>Null when it is none whose silence would matter.</summary>
    public KnownSender? Known { get; set; }

    public bool IsLookedUp { get; set; }

    public SenderNumbers Numbers { get; } = new();
}

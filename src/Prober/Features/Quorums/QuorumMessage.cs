using System.Text.Json;
using Prober.Features.Alerts;

namespace Prober.Features.Quorums;

/// <summary>What a prober tells the others: what it alone sees, and what the receivers of messages know.</summary>
/// <param name="Prober">Its name.</param>
/// <param name="Sent">When it was written, in milliseconds of the sender's own clock.</param>
/// <param name="Echo">
/// The last <paramref name="Sent"/> of the receiver that the sender has; null for none. With it the receiver knows on its own clock how old
/// the message is, even if one of them or the network stood still.
/// </param>
/// <param name="Held">Milliseconds from the arrival of that until this was written.</param>
/// <param name="Tells">It is the one that sends messages now.</param>
/// <param name="Edition">How often what the receivers know has changed, as far as the sender knows.</param>
/// <param name="Alerts">What they know.</param>
/// <param name="Enough">The sender hears enough probers to send messages.</param>
/// <param name="Teller">The prober that sends messages, if the sender is it or hears it; it names none by hearsay.</param>
internal sealed record QuorumMessage(
    string Prober, long Sent, long? Echo, long Held, bool Tells, IReadOnlyList<QuorumOpinion> Targets, long Edition,
    IReadOnlyList<QuorumAlert> Alerts, bool Enough = false, string? Teller = null)
{
    private const long MaxTime = long.MaxValue / 2; // the sum of two is no overflow

    /// <returns>Null when it is not a message.</returns>
    public static QuorumMessage? Parse(ReadOnlySpan<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize<QuorumMessage>(json, JsonSerializerOptions.Web) is
            {
                Prober: not null, Echo: null or (>= 0 and <= MaxTime), Held: >= 0 and <= MaxTime, Edition: >= 0 and <= MaxTime,
                Targets: { } targets, Alerts: { } alerts
            } message
                && !targets.Any(target => target is not { Kind: not null, Name: not null })
                && !alerts.Any(alert => alert is not { Kind: not null, Name: not null, State.Note: not null })
                ? message
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>Ages instead of times, because the clocks of two machines differ.</summary>
/// <param name="Age">Milliseconds since the state began.</param>
/// <param name="Seen">Milliseconds since its last evidence.</param>
internal sealed record QuorumOpinion(string Kind, string Name, string State, long Age, long Seen, string? Cause);

internal sealed record QuorumAlert(string Kind, string Name, AlertState State);

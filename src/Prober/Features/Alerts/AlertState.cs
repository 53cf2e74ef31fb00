using System.Text.Json;

namespace Prober.Features.Alerts;

/// <summary>
/// What the receivers know about a target, and what people asked for: it survives a restart. Times are Unix milliseconds.
/// </summary>
internal sealed record AlertState
{
    public static AlertState Calm { get; } = new();

    /// <summary>They were told that it is down, and not yet that it is up.</summary>
    public bool IsTold { get; init; }

    /// <summary>Since when it was down, according to the message.</summary>
    public long Since { get; init; }

    /// <summary>
    /// When they were told; later than the outage if that began during maintenance or a silence. 0 if an earlier version did not store the
    /// time.
    /// </summary>
    public long ToldAt { get; init; }

    /// <summary>The failure of the last message, from 1.</summary>
    public long LastFailure { get; init; }

    /// <summary>Messages about this outage.</summary>
    public int Sent { get; init; }

    public bool IsEscalated { get; init; }

    /// <summary>No reminders and no escalation until it is up.</summary>
    public bool IsAcknowledged { get; init; }

    public string Note { get; init; } = "";

    /// <summary>No messages until then; 0 for never.</summary>
    public long SilencedUntil { get; init; }

    public bool IsFlapping { get; init; }

    /// <summary>Takes back what a person asked for; later decisions stay.</summary>
    /// <param name="after">The state that the person made.</param>
    /// <param name="before">The one before it.</param>
    public AlertState Revert(AlertState after, AlertState before) => this with
    {
        IsAcknowledged = IsAcknowledged && before.IsAcknowledged,
        Note = Note == after.Note ? before.Note : Note,
        SilencedUntil = before.SilencedUntil,
    };

    public static AlertState Parse(string json) => JsonSerializer.Deserialize<AlertState>(json)!;

    public override string ToString() => JsonSerializer.Serialize(this);
}

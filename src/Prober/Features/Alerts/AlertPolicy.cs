using Prober.Features.Notifications;

namespace Prober.Features.Alerts;

/// <summary>Whom to notify about a target, and how often.</summary>
/// <param name="Channels">The channels whose notifiers get the messages.</param>
/// <param name="Strategy">When to send reminders while it stays down.</param>
/// <param name="Factor">Stretches the strategy; at least 1.</param>
/// <param name="Max">The most messages about one outage, including the first.</param>
/// <param name="Escalation">Null for none.</param>
internal sealed record AlertPolicy(
    IReadOnlyList<string> Channels, ReminderStrategy Strategy, int Factor, int Max, Escalation? Escalation)
{
    public static AlertPolicy Default { get; } = new([NotifierDefinition.Default], ReminderStrategy.Regular, 1, 1, null);

    /// <summary>
    /// Probes in the interval that the target's configuration names: more than one where the prober looks more often, as at groups and at
    /// targets that report their own state. Reminders count intervals.
    /// </summary>
    public int Looks { get; init; } = 1;

    /// <param name="failures">Consecutive bad probes so far.</param>
    public bool Reminds(AlertState state, long failures) =>
        state.Sent < Max && Intervals(failures) >= Next(Intervals(state.LastFailure), state.Sent);

    /// <param name="now">Unix milliseconds.</param>
    /// <param name="notBefore">The earliest start of the measured time.</param>
    public bool Escalates(AlertState state, long now, long notBefore) =>
        Escalation is { } escalation && state is { IsAcknowledged: false, IsEscalated: false }
        && now - Math.Max(notBefore, Math.Max(state.ToldAt, state.Since)) >= (long)escalation.After.TotalMilliseconds;

    /// <summary>The failure at which the next message is due.</summary>
    /// <param name="last">The failure of the last message, from 1.</param>
    /// <param name="sent">Messages so far.</param>
    public long Next(long last, int sent) => Strategy switch
    {
        ReminderStrategy.Increment => last + ((long)Factor * sent), // 1, 2, 4, 7, 11 …
        ReminderStrategy.Exponent => last + (last * Factor), // 1, 2, 4, 8 …
        _ => last + Factor, // 1, 2, 3, 4 …
    };

    /// <summary>The interval in which a failure lies; both from 1.</summary>
    private long Intervals(long failure) => ((failure - 1) / Looks) + 1;
}

/// <summary>Others are notified if nobody has acknowledged an outage so long after the first message.</summary>
internal sealed record Escalation(TimeSpan After, IReadOnlyList<string> Channels);

internal enum ReminderStrategy
{
    Regular,
    Increment,
    Exponent,
}

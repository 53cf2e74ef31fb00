using System.Diagnostics;
using Prober.Features.Notifications;

namespace Prober.Features.Alerts;

/// <summary>
/// The table of messages: what the receivers know, and what the prober sees, decide the message, and what they know afterwards.
/// <code>
/// the receivers know         the prober sees                   message        they know then
/// up                         down                              change         down
/// down, acknowledged         up                                change         up
/// down                       down, for the escalation's time   escalation     down, escalated
/// down                       down, at the reminder's failure   reminder       down
/// up, down, acknowledged     many changes                      flapping       flapping
/// flapping                   few changes, and down             steady         down
/// flapping                   few changes, and up               steady         up
/// </code>
/// Nothing else makes a message, and a silence or maintenance holds every row back.
/// </summary>
internal static class AlertTransitions
{
    private enum Known
    {
        Up,
        Down,
        Acknowledged,
        Flapping,
    }

    private enum Changes
    {
        Some,
        Few,
        Many,
    }

    /// <returns>Null for no message.</returns>
    public static AlertMessage? Find(TargetAlert alert, AlertPolicy policy, long now)
    {
        var state = alert.State;
        string[] all = state.IsEscalated && policy.Escalation is { } others ? [.. policy.Channels, .. others.Channels] : [.. policy.Channels];
        AlertMessage? message = (KnownOf(state), ChangesOf(alert.Flaps), alert.IsDown) switch
        {
            (Known.Flapping, Changes.Few, true) => new(NoticeKind.Steady, Down(alert, now), all),
            (Known.Flapping, Changes.Few, false) => new(NoticeKind.Steady, Up(state), all),
            (Known.Flapping, _, _) => null,
            (_, Changes.Many, _) => new(NoticeKind.Flapping, state with { IsFlapping = true }, all),
            (Known.Up, _, true) => new(NoticeKind.Change, Down(alert, now), all),
            (Known.Down or Known.Acknowledged, _, false) => new(NoticeKind.Change, Up(state), all),
            (Known.Down, _, true) when policy.Escalates(state, now, notBefore: 0) =>
                new(NoticeKind.Escalation, state with { IsEscalated = true }, policy.Escalation!.Channels),
            (Known.Down, _, true) when policy.Reminds(state, alert.Failures) =>
                new(NoticeKind.Reminder, state with { Sent = state.Sent + 1, LastFailure = alert.Failures }, all),
            _ => null,
        };
        Debug.Assert(message is null || message.Next.SilencedUntil == state.SilencedUntil, "Only a person ends a silence.");
        Debug.Assert(message is null or { Next.IsTold: true } or { Next.IsEscalated: false }, "Only a reported outage is escalated.");
        return message;
    }

    private static Known KnownOf(AlertState state) =>
        state.IsFlapping ? Known.Flapping : !state.IsTold ? Known.Up : state.IsAcknowledged ? Known.Acknowledged : Known.Down;

    private static Changes ChangesOf(FlapCounter flaps) => flaps.IsFlapping ? Changes.Many : flaps.IsCalm ? Changes.Few : Changes.Some;

    private static AlertState Down(TargetAlert alert, long now) => alert.State with
    {
        IsTold = true,
        Since = alert.Shown.At,
        ToldAt = now,
        Sent = 1,
        LastFailure = Math.Max(1, alert.Failures),
        IsAcknowledged = false,
        IsEscalated = false,
        IsFlapping = false,
    };

    private static AlertState Up(AlertState state) => AlertState.Calm with { SilencedUntil = state.SilencedUntil };
}

/// <param name="Kind">One of <see cref="NoticeKind"/>.</param>
/// <param name="Next">What the receivers know afterwards.</param>
/// <param name="Channels">The channels that get it.</param>
internal sealed record AlertMessage(string Kind, AlertState Next, IReadOnlyCollection<string> Channels);

using System.Collections.Concurrent;
using Hosting.Metrics;
using Microsoft.Extensions.Options;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prober.Features.Settings;

namespace Prober.Features.Alerts;

/// <summary>
/// Decides whom to tell what, and when. It looks at what a target is now, and at what its receivers know: so an outage that outlives a
/// restart, a silence or a maintenance window is told once.
/// </summary>
internal sealed class AlertBook(NotifierList notifiers, MaintenanceCalendar calendar, IOptions<ProberOptions> options, TimeProvider time)
{
    public const string RemindersDropped = "reminders-dropped";
    private const int MaxReminders = 10_000;

    /// <summary>Those that were down once, or of which a person said something.</summary>
    private readonly ConcurrentDictionary<TargetKey, TargetAlert> _targets = new();
    private volatile IReadOnlyDictionary<TargetKey, AlertPolicy> _policies = new Dictionary<TargetKey, AlertPolicy>();

    private long Now => time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <param name="policies">Targets that it lacks have the default.</param>
    public void Use(IReadOnlyDictionary<TargetKey, AlertPolicy> policies) => _policies = policies;

    public void Load(IEnumerable<(TargetKey Key, AlertState State)> states)
    {
        foreach (var (key, state) in states)
        {
            _targets[key] = new() { State = state, Failures = state.LastFailure };
        }
    }

    public AlertState Find(TargetKey key) => _targets.TryGetValue(key, out var alert) ? alert.State : AlertState.Calm;

    /// <returns>What is to be kept together with the change; null for nothing.</returns>
    public Action<HistoryWriter>? Changed(WatchedTarget target, StateChange change)
    {
        if (change.State is not (TargetState.Up or TargetState.Down))
        {
            return null;
        }

        var key = KeyOf(target);
        if (change.State == TargetState.Up && !_targets.ContainsKey(key))
        {
            return null; // It was never down: nobody knows of it, and most targets stay so.
        }

        var alert = Of(key);
        lock (alert)
        {
            alert.Flaps.Change();
            alert.Failures = alert.State.IsTold ? alert.State.LastFailure : 0;
            return Evaluate(key, alert, target, change);
        }
    }

    /// <summary>After the changes that the probe made.</summary>
    /// <returns>What is to be kept; null for nothing.</returns>
    public Action<HistoryWriter>? Probed(WatchedTarget target, TargetStatus status, ProbeResult result)
    {
        var key = KeyOf(target);
        if (!_targets.TryGetValue(key, out var alert))
        {
            return null;
        }

        lock (alert)
        {
            alert.Flaps.Probe();
            if (status.State is TargetState.Unknown
                || (status.State == TargetState.Up && alert.State is { IsTold: false, IsFlapping: false } && !alert.Flaps.IsFlapping))
            {
                return null;
            }

            alert.Failures += status.State == TargetState.Down && !result.IsGood && result.Failure.IsEvidence() ? 1 : 0;
            return Evaluate(key, alert, target, new(status.Since, status.State, 0, result.Message));
        }
    }

    /// <returns>What is to be kept.</returns>
    public Action<HistoryWriter> Acknowledge(TargetKey key, string note) =>
        Set(key, state => state with { IsAcknowledged = true, Note = note });

    /// <param name="until">Unix milliseconds; 0 to end a silence.</param>
    /// <returns>What is to be kept.</returns>
    public Action<HistoryWriter> Silence(TargetKey key, long until, string note) =>
        Set(key, state => state with { SilencedUntil = until, Note = note });

    /// <summary>The target is no longer watched: nobody will be told that it is up.</summary>
    /// <returns>What is to be kept.</returns>
    public Action<HistoryWriter> Forget(TargetKey key) =>
        _targets.TryRemove(key, out _) ? writer => writer.Alert(key, $"{AlertState.Calm}") : _ => { };

    private Action<HistoryWriter> Set(TargetKey key, Func<AlertState, AlertState> change)
    {
        var alert = Of(key);
        lock (alert)
        {
            var state = alert.State = change(alert.State);
            return writer => writer.Alert(key, $"{state}");
        }
    }

    private Action<HistoryWriter>? Evaluate(TargetKey key, TargetAlert alert, WatchedTarget target, StateChange now)
    {
        var state = alert.State;
        var definition = target.Definition;
        if (state.SilencedUntil > Now || calendar.Covers(definition.Kind, definition.Name, definition.Labels, Now))
        {
            return null;
        }

        var policy = _policies.GetValueOrDefault(key, AlertPolicy.Default);
        if (Decide(alert, policy, now) is not (var kind, var next, var channels))
        {
            return null;
        }

        alert.State = next;
        var isUp = now.State == TargetState.Up;
        var notice = new Notice(kind, LabelValues.Of(now.State), DateTimeOffset.FromUnixTimeMilliseconds(now.At), isUp ? "" : now.Cause)
        {
            Target = new(definition.Kind, definition.Name, definition.Probe.Endpoint, definition.Labels),
            DoubtMilliseconds = kind == NoticeKind.Change ? now.Doubt : null,
            Failures = isUp ? null : Math.Max(1, alert.Failures),
            DownMilliseconds = isUp && state.IsTold ? Math.Max(0, now.At - state.Since) : null,
        };
        string[] names = [.. notifiers.On(channels).Select(notifier => notifier.Name)];
        var (body, made) = ($"{notice}", Now);
        var due = made + (kind == NoticeKind.Change ? (long)options.Value.JoinSpan.TotalMilliseconds : 0);
        return writer =>
        {
            writer.Alert(key, $"{next}");
            foreach (var name in names)
            {
                writer.Send(key, name, kind, made, due, body);
            }

            if (kind == NoticeKind.Reminder && writer.Trim(kind, MaxReminders) is > 0 and var dropped)
            {
                writer.Count(RemindersDropped, dropped);
            }
        };
    }

    /// <returns>What to tell, what the receivers know then, and on which channels; null for nothing.</returns>
    private (string Kind, AlertState Next, IReadOnlyCollection<string> Channels)? Decide(
        TargetAlert alert, AlertPolicy policy, StateChange now)
    {
        var state = alert.State;
        string[] all = state.IsEscalated && policy.Escalation is { } told ? [.. policy.Channels, .. told.Channels] : [.. policy.Channels];
        var down = state with
        {
            IsTold = true,
            Since = now.At,
            Sent = 1,
            LastFailure = Math.Max(1, alert.Failures),
            IsAcknowledged = false,
            IsEscalated = false,
            IsFlapping = false,
        };
        var up = AlertState.Calm with { SilencedUntil = state.SilencedUntil };
        var isDown = now.State == TargetState.Down;
        if (state.IsFlapping)
        {
            return alert.Flaps.IsCalm ? (NoticeKind.Steady, isDown ? down : up, all) : null;
        }

        if (alert.Flaps.IsFlapping)
        {
            return (NoticeKind.Flapping, state with { IsFlapping = true }, all);
        }

        if (!state.IsTold)
        {
            return isDown ? (NoticeKind.Change, down, all) : null;
        }

        if (!isDown)
        {
            return (NoticeKind.Change, up, all);
        }

        if (state.IsAcknowledged)
        {
            return null;
        }

        if (policy.Escalation is { } escalation && !state.IsEscalated && Now - state.Since >= (long)escalation.After.TotalMilliseconds)
        {
            return (NoticeKind.Escalation, state with { IsEscalated = true }, escalation.Channels);
        }

        return state.Sent < policy.Max && alert.Failures >= policy.Next(state.LastFailure, state.Sent)
            ? (NoticeKind.Reminder, state with { Sent = state.Sent + 1, LastFailure = alert.Failures }, all)
            : null;
    }

    private TargetAlert Of(TargetKey key) => _targets.GetOrAdd(key, _ => new());

    private static TargetKey KeyOf(WatchedTarget target) => new(target.Definition.Kind, target.Definition.Name);

    private sealed class TargetAlert
    {
        public AlertState State { get; set; } = AlertState.Calm;

        public FlapCounter Flaps { get; } = new();

        /// <summary>Bad probes since the target is down.</summary>
        public long Failures { get; set; }
    }
}

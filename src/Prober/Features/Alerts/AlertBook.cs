using System.Collections.Concurrent;
using Hosting.Metrics;
using Microsoft.Extensions.Options;
using Prober.Engine.Probing;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prober.Features.Settings;

namespace Prober.Features.Alerts;

/// <summary>
/// Decides whom to notify of what, and when. It compares the state of a target with what its receivers know, so that an outage that lasts
/// longer than a restart, a silence or a maintenance window is reported once. States of a target go to the keeper under the lock under
/// which they change, so that the last one in memory is also the last one in the file.
/// </summary>
internal sealed class AlertBook(
    NotifierList notifiers, MaintenanceCalendar calendar, HistoryKeeper keeper, IOptions<ProberOptions> options, TimeProvider time)
{
    public const string DroppedReminders = "reminders-dropped";
    public const int MaxReminders = 10_000;

    /// <summary>Targets that were down at least once, or that a person acknowledged or silenced.</summary>
    private readonly ConcurrentDictionary<TargetKey, TargetAlert> _targets = new();
    private volatile IReadOnlyDictionary<TargetKey, AlertPolicy> _policies = new Dictionary<TargetKey, AlertPolicy>();
    private long _remindersDropped;

    /// <summary>Reminders that were dropped because too many waited; including those of earlier runs.</summary>
    public long RemindersDropped => Volatile.Read(ref _remindersDropped);

    private long Now => time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <param name="policies">The policies; targets without one have the default.</param>
    public void Use(IReadOnlyDictionary<TargetKey, AlertPolicy> policies) => _policies = policies;

    /// <param name="remindersDropped">The number in earlier runs.</param>
    public void Load(IEnumerable<(TargetKey Key, AlertState State)> states, long remindersDropped)
    {
        Volatile.Write(ref _remindersDropped, remindersDropped);
        foreach (var (key, state) in states)
        {
            _targets[key] = new()
            {
                State = state,
                Failures = state.LastFailure,
                Shown = new(state.Since, state.IsTold ? TargetState.Down : TargetState.Up, 0, ""),
                LoadedAt = Now,
            };
        }
    }

    public AlertState Find(TargetKey key) => _targets.TryGetValue(key, out var alert) ? alert.State : AlertState.Calm;

    /// <summary>Stores a change, together with its messages.</summary>
    /// <param name="write">Writes the change itself.</param>
    public void Changed(WatchedTarget target, StateChange change, Action<HistoryWriter> write)
    {
        var key = KeyOf(target);
        if (change.State != TargetState.Down && !_targets.ContainsKey(key)) // There is nothing to keep: most targets were never down.
        {
            keeper.Add(write);
            return;
        }

        var alert = Of(key);
        lock (alert)
        {
            alert.IsKnown = change.State != TargetState.Unknown;
            if (!alert.IsKnown)
            {
                keeper.Add(write);
                return;
            }

            // A target that is in the same state before and after a gap of the prober has not changed.
            if (change.State != alert.Shown.State && !IsInMaintenance(target.Definition))
            {
                alert.Flaps.Change();
            }

            alert.Shown = change;
            alert.Failures = alert.State.IsTold ? alert.State.LastFailure : 0;
            keeper.Add(write + Evaluate(key, alert, target, change));
        }
    }

    /// <summary>After the changes that the probe made.</summary>
    public void Probed(WatchedTarget target, TargetStatus status, ProbeResult result)
    {
        var key = KeyOf(target);
        if (!_targets.TryGetValue(key, out var alert))
        {
            return;
        }

        lock (alert)
        {
            alert.Flaps.Probe();
            alert.IsKnown = status.State != TargetState.Unknown;
            if (!alert.IsKnown)
            {
                return;
            }

            alert.Shown = new(status.Since, status.State, alert.Shown.Doubt, result.Message);
            if (status.State == TargetState.Up && alert.State is { IsTold: false, IsFlapping: false } && !alert.Flaps.IsFlapping)
            {
                return;
            }

            alert.Failures += status.State == TargetState.Down && !result.IsGood && result.Failure.IsEvidence() ? 1 : 0;
            if (Evaluate(key, alert, target, alert.Shown) is { } told)
            {
                keeper.Add(told);
            }
        }
    }

    /// <summary>
    /// Sends what only the time has made due, because the next probe may be a day away: an escalation, and messages that a silence or a
    /// maintenance window held back until now. It uses what <see cref="Changed"/> and <see cref="Probed"/> reported, so that no message is
    /// stored before its change.
    /// </summary>
    /// <param name="targets">All watched targets.</param>
    public void Look(IReadOnlyList<WatchedTarget> targets)
    {
        var owed = _targets.Where(one => IsOwed(one.Key, one.Value)).ToDictionary();
        if (owed.Count == 0)
        {
            return;
        }

        var open = calendar.At(Now);
        foreach (var target in targets)
        {
            var key = KeyOf(target);
            if (owed.TryGetValue(key, out var alert) && open.StateOf(target) != TargetState.Maintenance)
            {
                Look(key, alert, target);
            }
        }
    }

    /// <inheritdoc cref="HistoryKeeper.AddAsync"/>
    public Task AcknowledgeAsync(TargetKey key, string note) => SetAsync(key, state => state with { IsAcknowledged = true, Note = note });

    /// <param name="until">Unix milliseconds; 0 to end a silence.</param>
    /// <inheritdoc cref="HistoryKeeper.AddAsync"/>
    public Task SilenceAsync(TargetKey key, long until, string note) =>
        SetAsync(key, state => state with { SilencedUntil = until, Note = note });

    /// <summary>The target is no longer watched: nobody will be told that it is up.</summary>
    /// <returns>The records to store.</returns>
    public Action<HistoryWriter> Forget(TargetKey key)
    {
        if (!_targets.TryGetValue(key, out var alert))
        {
            return _ => { };
        }

        lock (alert) // no message about it follows the returned records
        {
            _targets.TryRemove(key, out _);
            return Row(key, AlertState.Calm);
        }
    }

    private void Look(TargetKey key, TargetAlert alert, WatchedTarget target)
    {
        lock (alert)
        {
            // Both may have changed since it was found.
            if (_targets.GetValueOrDefault(key) == alert && IsOwed(key, alert) && Evaluate(key, alert, target, alert.Shown) is { } told)
            {
                keeper.Add(told);
            }
        }
    }

    /// <summary>
    /// Whether the receivers do not know the current state, or have known it for so long that others have to be told. While the state is
    /// unknown nothing new is reported, but an unacknowledged outage still escalates.
    /// </summary>
    private bool IsOwed(TargetKey key, TargetAlert alert)
    {
        lock (alert)
        {
            var (state, isDown) = (alert.State, alert.Shown.State == TargetState.Down);
            var notBefore = alert.IsKnown ? 0 : alert.LoadedAt;
            return state.SilencedUntil <= Now && !state.IsFlapping
                && (state.IsTold && isDown
                    ? IsEscalationDue(state, PolicyOf(key), notBefore)
                    : alert.IsKnown && state.IsTold != isDown);
        }
    }

    private Task SetAsync(TargetKey key, Func<AlertState, AlertState> change)
    {
        var alert = Of(key);
        lock (alert)
        {
            return alert.LastSet = SetAsync(key, alert, change, alert.LastSet);
        }
    }

    /// <param name="earlier">The earlier request. This one builds on it, so it waits until that is stored or has failed.</param>
    private async Task SetAsync(TargetKey key, TargetAlert alert, Func<AlertState, AlertState> change, Task earlier)
    {
        await earlier.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        AlertState before, after;
        Task kept;
        lock (alert)
        {
            before = alert.State;
            after = alert.State = change(before);
            kept = keeper.AddAsync(Row(key, after));
        }

        try
        {
            await kept;
        }
        catch (HistoryUnavailableException)
        {
            lock (alert)
            {
                var isCurrent = ReferenceEquals(alert.State, after);
                var state = alert.State = alert.State.Revert(after, before);
                if (!isCurrent)
                {
                    keeper.Add(Row(key, state)); // The waiting state contains what is taken back here.
                }
            }

            throw;
        }
    }

    private static Action<HistoryWriter> Row(TargetKey key, AlertState state) => writer => writer.Alert(key, $"{state}");

    private Action<HistoryWriter>? Evaluate(TargetKey key, TargetAlert alert, WatchedTarget target, StateChange now)
    {
        var state = alert.State;
        var definition = target.Definition;
        if (state.SilencedUntil > Now || IsInMaintenance(definition))
        {
            return null;
        }

        if (Decide(alert, PolicyOf(key), now) is not (var kind, var next, var channels))
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
        };
        string[] names = [.. notifiers.On(channels).Select(notifier => notifier.Name)];
        var outage = isUp && state.IsTold && names.Length > 0 ? new TimeRange(state.Since, now.At) : (TimeRange?)null; // for receivers only
        var made = Now;
        var due = made + (kind == NoticeKind.Change ? (long)options.Value.JoinSpan.TotalMilliseconds : 0);
        return writer =>
        {
            writer.Alert(key, $"{next}");

            // The file now has the whole outage, however long it was.
            var told = outage is { } range ? notice.After(AvailabilityIn(writer.Reader, key, range)) : notice;
            var body = $"{told}";
            foreach (var name in names)
            {
                writer.Send(key, name, kind, made, due, body);
            }

            if (kind == NoticeKind.Reminder)
            {
                writer.AtEnd(TrimReminders); // once for the reminders of thousands of targets
            }
        };
    }

    /// <summary>The target is in the file, because its alert has just been written.</summary>
    private static Availability AvailabilityIn(HistoryReader reader, TargetKey key, TimeRange outage) =>
        new StoredTimelines(reader, outage).Of(reader.Find(key)!, observedUntil: null).Measure(outage);

    private void TrimReminders(HistoryWriter writer)
    {
        if (writer.Trim(NoticeKind.Reminder, MaxReminders) is > 0 and var dropped)
        {
            Volatile.Write(ref _remindersDropped, writer.Count(DroppedReminders, dropped));
        }
    }

    /// <returns>The message, what the receivers know afterwards, and the channels; null for no message.</returns>
    private (string Kind, AlertState Next, IReadOnlyCollection<string> Channels)? Decide(
        TargetAlert alert, AlertPolicy policy, StateChange now)
    {
        var state = alert.State;
        string[] all = state.IsEscalated && policy.Escalation is { } others
            ? [.. policy.Channels, .. others.Channels]
            : [.. policy.Channels];
        var down = state with
        {
            IsTold = true,
            Since = now.At,
            ToldAt = Now,
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

        if (IsEscalationDue(state, policy, notBefore: 0))
        {
            return (NoticeKind.Escalation, state with { IsEscalated = true }, policy.Escalation!.Channels);
        }

        return state.Sent < policy.Max && alert.Failures >= policy.Next(state.LastFailure, state.Sent)
            ? (NoticeKind.Reminder, state with { Sent = state.Sent + 1, LastFailure = alert.Failures }, all)
            : null;
    }

    /// <param name="notBefore">The earliest start of the measured time.</param>
    private bool IsEscalationDue(AlertState state, AlertPolicy policy, long notBefore) =>
        policy.Escalation is { } escalation && state is { IsAcknowledged: false, IsEscalated: false }
        && Now - Math.Max(notBefore, Math.Max(state.ToldAt, state.Since)) >= (long)escalation.After.TotalMilliseconds;

    private AlertPolicy PolicyOf(TargetKey key) => _policies.GetValueOrDefault(key, AlertPolicy.Default);

    private bool IsInMaintenance(TargetDefinition definition) =>
        calendar.Covers(definition.Kind, definition.Name, definition.Labels, Now);

    private TargetAlert Of(TargetKey key) => _targets.GetOrAdd(key, _ => new());

    private static TargetKey KeyOf(WatchedTarget target) => new(target.Definition.Kind, target.Definition.Name);

    private sealed class TargetAlert
    {
        public AlertState State { get; set; } = AlertState.Calm;

        public FlapCounter Flaps { get; } = new();

        /// <summary>
        /// The last known state, up or down; it stays while the state is unknown. A target counts as up until it is seen down.
        /// </summary>
        public StateChange Shown { get; set; } = new(0, TargetState.Up, 0, "");

        /// <summary>It is still so.</summary>
        public bool IsKnown { get; set; }

        /// <summary>
        /// When this prober took the target over from the previous run; 0 for never. The time between the two, before the first probe, does
        /// not cause an escalation.
        /// </summary>
        public long LoadedAt { get; init; }

        /// <summary>Consecutive bad probes since the target went down.</summary>
        public long Failures { get; set; }

        /// <summary>The last request of a person: it completes when it is durable, or taken back.</summary>
        public Task LastSet { get; set; } = Task.CompletedTask;
    }
}

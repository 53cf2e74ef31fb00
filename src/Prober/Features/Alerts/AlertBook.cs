using System.Diagnostics;
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
/// Decides whom to notify of what, and when: it keeps each target's alert, and stores the messages that <see cref="AlertTransitions"/>
/// finds. An outage that lasts longer than a restart, a silence or a maintenance window is reported once. States go to the keeper under
/// the lock under which they change, so that the last one in memory is also the last one in the file.
/// </summary>
internal sealed class AlertBook(
    NotifierList notifiers, MaintenanceCalendar calendar, HistoryKeeper keeper, IOptions<ProberOptions> options, TimeProvider time)
{
    public const string EditionCounter = "quorum-edition";

    private readonly Lock _gate = new();

    /// <summary>Targets that were down at least once, or that a person acknowledged or silenced.</summary>
    private readonly Dictionary<TargetKey, TargetAlert> _targets = [];

    /// <summary>The last request of a person for a target: it completes when it is durable, or taken back.</summary>
    private readonly Dictionary<TargetKey, Task> _requests = [];
    private readonly UntoldStates _untold = new();
    private readonly MessageRecords _messages = new(notifiers, options.Value.JoinSpan);
    private volatile IReadOnlyDictionary<TargetKey, AlertPolicy> _policies = new Dictionary<TargetKey, AlertPolicy>();
    private long _edition;

    /// <inheritdoc cref="MessageRecords.RemindersDropped"/>
    public long RemindersDropped => _messages.RemindersDropped;

    /// <summary>Whether this prober sends the messages, or another one that watches the same targets.</summary>
    public Func<bool> IsTeller { get; set; } = () => true;

    /// <param name="kind">That of a target; null for several.</param>
    public bool MaySend(string? kind) => !IsShared(kind) || IsTeller();

    /// <summary>It grows whenever the receivers, or people, know or want something else.</summary>
    public long Edition => Volatile.Read(ref _edition);

    private long Now => time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <param name="policies">The policies; targets without one have the default.</param>
    public void Use(IReadOnlyDictionary<TargetKey, AlertPolicy> policies) => _policies = policies;

    /// <param name="remindersDropped">The number in earlier runs.</param>
    /// <param name="edition">That of the earlier run.</param>
    /// <param name="untold">Targets about whose changes messages wait.</param>
    public void Load(
        IEnumerable<(TargetKey Key, AlertState State)> states, long remindersDropped, long edition, IReadOnlyCollection<TargetKey> untold)
    {
        _messages.RemindersDropped = remindersDropped;
        lock (_gate)
        {
            _edition = edition;
            foreach (var (key, state) in states)
            {
                _targets[key] = TargetAlert.Loaded(state, Now);
                if (state.IsTold && untold.Contains(key))
                {
                    _untold.Add(key, made: 0, AlertState.Calm);
                }
            }
        }
    }

    public AlertState Find(TargetKey key)
    {
        lock (_gate)
        {
            return _targets.TryGetValue(key, out var alert) ? alert.State : AlertState.Calm;
        }
    }

    /// <summary>What the receivers know of the targets that several probers watch, as far as they know anything.</summary>
    public (long Edition, IReadOnlyList<(TargetKey Key, AlertState State)> States) All()
    {
        lock (_gate)
        {
            return (_edition, [.. _targets.Where(one => IsShared(one.Key))
                .Select(one => (one.Key, State: _untold.Known(one.Key, one.Value.State))).Where(one => one.State != AlertState.Calm)]);
        }
    }

    /// <summary>A receiver has the message about a target that was made then.</summary>
    /// <param name="made">Unix milliseconds.</param>
    public void Arrived(TargetKey key, long made)
    {
        lock (_gate)
        {
            if (_untold.Take(key, made) && IsShared(key))
            {
                var edition = ++_edition;
                keeper.Add(writer => writer.Raise(EditionCounter, edition));
            }
        }
    }

    /// <summary>
    /// Another prober has told more: the receivers know this, and of all other targets nothing. A message of this prober that waits would
    /// be late news.
    /// </summary>
    public void TakeOver(long edition, IEnumerable<(TargetKey Key, AlertState State)> told)
    {
        var states = new Dictionary<TargetKey, AlertState>();
        foreach (var (key, state) in told)
        {
            states[key] = state; // a prober may name one twice
        }

        lock (_gate)
        {
            _edition = edition;
            keeper.Add(writer => writer.Raise(EditionCounter, edition));
            var changed = new HashSet<TargetKey>();
            foreach (var key in _targets.Keys.Union(states.Keys).Where(IsShared).ToList())
            {
                var (alert, state) = (_targets.GetValueOrDefault(key, TargetAlert.New), states.GetValueOrDefault(key, AlertState.Calm));
                if (alert.State != state)
                {
                    changed.Add(key);
                    _targets[key] = alert with { State = state };
                    _untold.Forget(key);
                    keeper.Add(Row(key, state) + (writer => writer.DropAbout(key)));
                }
            }

            if (changed.Count > 0)
            {
                keeper.Add(writer => writer.DropAboutSeveral(NoticeKind.Storm, body =>
                    Notice.Parse(body).Summary?.First.Any(target => changed.Contains(new(target.Kind, target.Name))) == true));
            }
        }
    }

    /// <summary>Stores a change, together with its messages.</summary>
    /// <param name="write">Writes the change itself.</param>
    public void Changed(WatchedTarget target, StateChange change, Action<HistoryWriter> write)
    {
        var key = KeyOf(target);
        lock (_gate)
        {
            var isKept = _targets.TryGetValue(key, out var alert);
            if (change.State == TargetState.Unknown || (!isKept && change.State != TargetState.Down)) // most targets were never down
            {
                if (isKept)
                {
                    _targets[key] = alert! with { IsKnown = false };
                }

                keeper.Add(write);
                return;
            }

            keeper.Add(write + Evaluate(key, (alert ?? TargetAlert.New).After(change, IsInMaintenance(target.Definition)), target));
        }
    }

    /// <summary>After the changes that the probe made.</summary>
    public void Probed(WatchedTarget target, TargetStatus status, ProbeResult result)
    {
        var key = KeyOf(target);
        lock (_gate)
        {
            if (!_targets.TryGetValue(key, out var alert))
            {
                return;
            }

            if (status.State == TargetState.Unknown)
            {
                _targets[key] = alert with { IsKnown = false, Flaps = alert.Flaps.Probe() };
                return;
            }

            var next = alert.After(status, result, target.Definition.IsAgreed);
            if (next.IsQuiet)
            {
                _targets[key] = next;
            }
            else if (Evaluate(key, next, target) is { } told)
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
        HashSet<TargetKey> owed;
        lock (_gate)
        {
            owed = [.. _targets.Where(one => IsOwed(one.Key, one.Value)).Select(one => one.Key)];
        }

        var open = owed.Count > 0 ? calendar.At(Now) : null;
        foreach (var target in open is null ? [] : targets)
        {
            if (KeyOf(target) is var key && owed.Contains(key) && open!.StateOf(target) != TargetState.Maintenance)
            {
                Look(key, target);
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
        lock (_gate) // no message about it follows the returned records
        {
            _requests.Remove(key);
            _untold.Forget(key);
            return _targets.Remove(key) ? Row(key, AlertState.Calm) : _ => { };
        }
    }

    private void Look(TargetKey key, WatchedTarget target)
    {
        lock (_gate)
        {
            // It may have changed since it was found.
            if (_targets.TryGetValue(key, out var alert) && IsOwed(key, alert) && Evaluate(key, alert, target) is { } told)
            {
                keeper.Add(told);
            }
        }
    }

    private bool IsOwed(TargetKey key, TargetAlert alert) => alert.IsOwed(PolicyOf(key), Now);

    private Task SetAsync(TargetKey key, Func<AlertState, AlertState> change)
    {
        lock (_gate)
        {
            return _requests[key] = SetAsync(key, change, _requests.GetValueOrDefault(key, Task.CompletedTask));
        }
    }

    /// <param name="earlier">The earlier request. This one builds on it, so it waits until that is stored or has failed.</param>
    private async Task SetAsync(TargetKey key, Func<AlertState, AlertState> change, Task earlier)
    {
        await earlier.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        AlertState before, after;
        Task kept;
        lock (_gate)
        {
            var alert = _targets.GetValueOrDefault(key, TargetAlert.New);
            (before, after) = (alert.State, change(alert.State));
            Edit(key, alert with { State = after });
            kept = keeper.AddAsync(Row(key, after));
        }

        try
        {
            await kept;
        }
        catch (HistoryUnavailableException)
        {
            TakeBack(key, before, after);
            throw;
        }
    }

    private void TakeBack(TargetKey key, AlertState before, AlertState after)
    {
        lock (_gate)
        {
            if (!_targets.TryGetValue(key, out var alert))
            {
                return;
            }

            var state = alert.State.Revert(after, before);
            Edit(key, alert with { State = state });
            if (!ReferenceEquals(alert.State, after))
            {
                keeper.Add(Row(key, state)); // The waiting state contains what is taken back here.
            }
        }
    }

    /// <summary>Writes the state that was just set, with the edition that it made.</summary>
    private Action<HistoryWriter> Row(TargetKey key, AlertState state)
    {
        var edition = _edition;
        return writer =>
        {
            writer.Alert(key, $"{state}");
            writer.Raise(EditionCounter, edition);
        };
    }

    /// <summary>Keeps the alert.</summary>
    /// <returns>The records of its message; null for no message.</returns>
    private Action<HistoryWriter>? Evaluate(TargetKey key, TargetAlert alert, WatchedTarget target)
    {
        Debug.Assert(_gate.IsHeldByCurrentThread, "Otherwise the file could get an older state after a newer one.");
        var message = alert.State.SilencedUntil > Now || IsInMaintenance(target.Definition) || !Tells(key)
            ? null
            : AlertTransitions.Find(alert, PolicyOf(key), Now);
        if (message is null)
        {
            _targets[key] = alert;
        }
        else
        {
            Edit(key, alert with { State = message.Next });
        }

        return message is null ? null : Write(key, alert, message, target.Definition);
    }

    private Action<HistoryWriter> Write(TargetKey key, TargetAlert alert, AlertMessage message, TargetDefinition definition)
    {
        var made = Now;
        var written = _messages.Write(key, alert, message, definition, Row(key, message.Next), made, out var isSent);
        if (isSent && message.Kind is NoticeKind.Change or NoticeKind.Flapping or NoticeKind.Steady)
        {
            _untold.Add(key, made, alert.State);
        }

        return written;
    }

    private AlertPolicy PolicyOf(TargetKey key) => _policies.GetValueOrDefault(key, AlertPolicy.Default);

    /// <summary>Only this prober knows what is pushed to it.</summary>
    private static bool IsShared(TargetKey key) => IsShared(key.Kind);

    private static bool IsShared(string? kind) => kind != TargetDefinition.Push;

    private bool Tells(TargetKey key) => MaySend(key.Kind);

    private void Edit(TargetKey key, TargetAlert alert)
    {
        _targets[key] = alert;
        _edition += IsShared(key) ? 1 : 0;
    }

    private bool IsInMaintenance(TargetDefinition definition) =>
        calendar.Covers(definition.Kind, definition.Name, definition.Labels, Now);

    private static TargetKey KeyOf(WatchedTarget target) => new(target.Definition.Kind, target.Definition.Name);
}

using System.Collections.Concurrent;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;

namespace Prober.Features.History;

/// <summary>The states of each target: the last day from memory, older ones from the file.</summary>
internal sealed class TimelineArchive(HistoryFile file)
{
    private const int MaxPauses = 10_000;
    private static readonly TimeRange All = new(0, long.MaxValue);
    private static readonly TimeSpan Kept = TimeSpan.FromHours(25);

    private readonly ConcurrentDictionary<TargetKey, TargetHistory> _targets = new();
    private readonly ConcurrentDictionary<TargetKey, Correction[]> _corrections = new();
    private readonly Lock _gate = new();

    /// <summary>Replaced as a whole, so that thousands of readers need no copies.</summary>
    private volatile Recent _recent = new(0, []);

    private volatile Planned[] _maintenance = [];

    /// <summary>When the previous prober last ran, in Unix milliseconds; 0 if there was none.</summary>
    public long LastAlive { get; } = file.Read(reader => reader.Alive ?? 0);

    public TargetHistory Of(TargetKey key) => _targets.GetOrAdd(key, key => new(key));

    /// <summary>
    /// Reads the file when the prober starts. The time since the last run is a pause, and the targets' states are unknown since its end.
    /// </summary>
    /// <param name="now">
    /// The start of the watching. There is no pause before it if this is the first run, or the clock was set back.
    /// </param>
    /// <returns>The records that the file does not have yet.</returns>
    public Action<HistoryWriter> Begin(long now)
    {
        var ended = new List<(TargetKey Key, StateChange Change)>();
        file.Read(reader =>
        {
            var from = LastAlive - (long)Kept.TotalMilliseconds;
            var window = new TimeRange(from, long.MaxValue);
            var targets = reader.Targets().ToDictionary(target => target.Id);
            foreach (var target in targets.Values.Where(target => target.Gone is not { } gone || gone >= from))
            {
                var history = Of(target.Key);
                history.Load(reader.Changes(target.Id, window), from);
                if (reader.LastChange(target.Id) is { State: not TargetState.Unknown } last)
                {
                    var at = Math.Max(LastAlive, last.At + 1);
                    var change = new StateChange(at, TargetState.Unknown, at - target.ObservedAt(LastAlive, last), "the prober was killed");
                    history.Add(change);
                    ended.Add((target.Key, change));
                }
            }

            foreach (var corrections in reader.Corrections(All))
            {
                _corrections[targets[corrections.Key].Key] = [.. corrections];
            }

            _maintenance = [.. reader.Maintenance(All).Select(Planned.Of)];
            _recent = new(from, [.. reader.Pauses(window).Select(pause => pause.Range)]);
            return true;
        });
        var pause = new TimeRange(LastAlive == 0 ? now : LastAlive, now);
        if (pause.Length > 0)
        {
            Add(pause);
        }

        return writer =>
        {
            ended.ForEach(end => writer.Change(end.Key, end.Change));
            if (pause.Length > 0)
            {
                writer.Pause(pause, "the prober did not run");
            }
        };
    }

    public void Add(TimeRange pause)
    {
        lock (_gate)
        {
            _recent = _recent.Since(pause.End - (long)Kept.TotalMilliseconds).With(pause);
        }
    }

    /// <summary>Forgets targets a day after they were removed; the file has their history.</summary>
    /// <param name="watched">These stay.</param>
    public void Forget(IReadOnlySet<TargetKey> watched, long now)
    {
        var before = now - (long)Kept.TotalMilliseconds;
        lock (_gate)
        {
            // First: a target that returns begins with nothing in memory.
            _recent = _recent.Since(before);
            foreach (var (key, history) in _targets)
            {
                if (!watched.Contains(key) && (history.Changes is not [.., var last] || last.At < before))
                {
                    _targets.TryRemove(key, out _);
                }
            }
        }
    }

    public void Add(TargetKey target, Correction correction) =>
        _corrections.AddOrUpdate(target, [correction], (_, earlier) => [.. earlier, correction]);

    /// <summary>Adds planned time, or changes its end.</summary>
    public void Add(StoredMaintenance maintenance) => _maintenance =
    [
        .. _maintenance.Where(planned => planned.Name != maintenance.Name || planned.Range.Start != maintenance.Range.Start),
        Planned.Of(maintenance),
    ];

    /// <summary>Planned time that ends after a given moment.</summary>
    public IEnumerable<StoredMaintenance> MaintenanceAfter(long moment) => _maintenance
        .Where(planned => planned.Range.End > moment)
        .Select(planned => new StoredMaintenance(planned.Name, planned.Range, $"{planned.Selector}"));

    public ValueTask<TargetTimeline> FindAsync(WatchedTarget target, TimeRange window, CancellationToken cancellationToken)
    {
        // Read before the changes: evidence newer than these would hide a change.
        var observedUntil = target.Status.ObservedUntil;
        var key = new TargetKey(target.Definition.Kind, target.Definition.Name);
        return FindAsync(key, target.Definition.Labels, observedUntil, window, cancellationToken);
    }

    private async ValueTask<TargetTimeline> FindAsync(
        TargetKey key,
        IReadOnlyDictionary<string, string> labels,
        long? observedUntil,
        TimeRange window,
        CancellationToken cancellationToken)
    {
        var history = Of(key);
        var changes = history.Changes;
        var from = history.From;
        var recent = _recent;
        var pauses = recent.Pauses.Where(pause => pause.Start < window.End && pause.End > window.Start);
        if (window.Start < Math.Max(from, recent.From))
        {
            var known = changes.Length > 0 ? changes[0].At : long.MaxValue;
            var older = await file.ReadAsync(
                reader =>
                {
                    var target = reader.Find(key);
                    return (
                        Changes: target is null ? [] : reader.Changes(target.Id, window with { End = Math.Min(window.End, known) }),
                        Pauses: reader.Pauses(window));
                },
                cancellationToken);
            changes = [.. older.Changes.Where(change => change.At < known), .. changes];
            pauses = older.Pauses.Select(pause => pause.Range).Union(pauses);
        }

        var maintenance = _maintenance
            .Where(planned => planned.Range.End > window.Start && planned.Range.Start < window.End
                && planned.Selector.Matches(key.Kind, key.Name, labels))
            .Select(planned => planned.Range);
        return new(changes, [.. pauses], [.. maintenance], observedUntil) { Corrections = _corrections.GetValueOrDefault(key) ?? [] };
    }

    /// <param name="From">Memory has all pauses from here on, and all targets that left later.</param>
    private sealed record Recent(long From, TimeRange[] Pauses)
    {
        public Recent Since(long from) => from <= From ? this : new(from, [.. Pauses.Where(pause => pause.End > from)]);

        public Recent With(TimeRange pause) => Pauses.Length < MaxPauses
            ? this with { Pauses = [.. Pauses, pause] }
            : new(Math.Max(From, Pauses[0].End), [.. Pauses[1..], pause]);
    }

    private sealed record Planned(string Name, TimeRange Range, TargetSelector Selector)
    {
        public static Planned Of(StoredMaintenance stored) => new(stored.Name, stored.Range, TargetSelector.Parse(stored.Selector));
    }
}

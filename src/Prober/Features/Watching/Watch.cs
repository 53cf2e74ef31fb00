using System.Text.Json;
using Microsoft.Extensions.Options;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration;
using Prober.Features.Groups;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prober.Features.Pushes;
using Prober.Features.Quorums;
using Prober.Features.Reports;
using Prober.Features.Settings;

namespace Prober.Features.Watching;

/// <summary>The watched targets; a change reaches the engine, the history and the alerts together.</summary>
internal sealed class Watch(
    ProbeEngine engine,
    EngineReports reports,
    TimelineArchive archive,
    HistoryKeeper keeper,
    HistoryFile file,
    AlertBook alerts,
    NotifierList notifiers,
    MaintenanceCalendar calendar,
    SlaReportService reporting,
    QuorumBoard quorum,
    PushBoard pushes,
    TimeProvider time,
    IOptions<ProberOptions> options)
{
    /// <summary>The targets of the previous run; empty once it is known which of them stay.</summary>
    private IReadOnlyList<TargetKey> _before = [];

    /// <summary>Continues from the end of the previous run.</summary>
    public void Begin()
    {
        alerts.IsTeller = () => quorum.Tells;
        notifiers.MaySend = alerts.MaySend;
        notifiers.Arrived = alerts.Arrived;
        quorum.Edition = () => alerts.Edition;
        keeper.Alive = () => engine.TurnedAt;
        var away = TimeSpan.FromMilliseconds(engine.Now - archive.LastAlive);
        keeper.Add(archive.Begin(engine.Now));
        pushes.Load(file.Read(reader => reader.Pushes()), engine.Now, away, time);
        _before = file.Read(reader => reader.Targets().FindAll(target => target.Gone is null).ConvertAll(target => target.Key));
        var (states, counters, untold) = file.Read(reader =>
        {
            var states = reader.Alerts();
            var ofTargets = reader.Targets().Where(target => states.ContainsKey(target.Id))
                .Select(target => (target.Key, AlertState.Parse(states[target.Id]))).ToList();
            return (ofTargets, reader.Counters(), reader.Untold(NoticeKind.Change));
        });
        alerts.Load(
            states, counters.GetValueOrDefault(MessageRecords.DroppedReminders), counters.GetValueOrDefault(AlertBook.EditionCounter),
            untold);
    }

    public async Task ApplyAsync(ProbesFile configured)
    {
        quorum.Use(configured.Quorum, options.Value.Name, configured.Targets.Count); // before the notifiers: it decides who sends
        calendar.Use(configured.Maintenance);
        notifiers.Use(configured.Notifiers);
        reporting.Use(configured.Sla);
        alerts.Use(configured.Alerts);
        engine.Connectivity.Use(configured.Canaries);
        var before = engine.Targets;
        Keep(configured.Targets, before, engine.Now);
        await engine.WatchAsync(configured.Targets, JoinGroups);
        var (now, wanted) = (engine.Now, configured.Targets.Select(KeyOf).ToHashSet());
        foreach (var target in before.Where(target => !wanted.Contains(KeyOf(target.Definition))))
        {
            reports.Left(target);
            Leave(KeyOf(target.Definition), now);
        }

        foreach (var key in _before.Where(key => !wanted.Contains(key)))
        {
            Leave(key, archive.LastAlive); // while nobody watched
        }

        _before = [];
        archive.Forget(wanted, now);
    }

    /// <summary>The engine has stopped.</summary>
    public void End()
    {
        foreach (var target in engine.Targets)
        {
            reports.Left(target);
        }
    }

    /// <summary>Before the first of these targets is probed.</summary>
    private static void JoinGroups(IReadOnlyList<WatchedTarget> targets)
    {
        var groups = targets.Select(target => target.Definition.Probe).OfType<GroupProbe>().ToList();
        if (groups.Count == 0)
        {
            return;
        }

        var byKey = targets.ToDictionary(target => (target.Definition.Kind, target.Definition.Name));
        foreach (var group in groups)
        {
            group.Use([.. group.Members.Where(byKey.ContainsKey).Select(member => byKey[member])]);
        }
    }

    private void Leave(TargetKey key, long at)
    {
        var calm = alerts.Forget(key);
        if (key.Kind == TargetDefinition.Push)
        {
            pushes.Forget(key.Name);
        }

        keeper.Add(writer =>
        {
            writer.Leave(key, at);
            calm(writer);
        });
    }

    /// <summary>Tells the history which targets are new or have changed.</summary>
    private void Keep(IEnumerable<TargetDefinition> wanted, IEnumerable<WatchedTarget> watched, long now)
    {
        var texts = new Dictionary<IReadOnlyDictionary<string, string>, string>(ReferenceEqualityComparer.Instance); // of shared labels
        var kept = watched.ToDictionary(target => KeyOf(target.Definition), target => Of(target.Definition));
        var changed = new List<(TargetKey Key, long Validity, string Labels)>();
        foreach (var definition in wanted)
        {
            var (key, row) = (KeyOf(definition), Of(definition));
            if (!kept.TryGetValue(key, out var before) || before != row)
            {
                changed.Add((key, row.Validity, row.Labels));
            }
        }

        keeper.Add(writer => changed.ForEach(target => writer.Watch(target.Key, now, target.Validity, target.Labels)));

        (long Validity, string Labels) Of(TargetDefinition definition)
        {
            // The last probe on the grid, the previous one if it is still under way, and an allowance for lateness.
            var validity = (long)((2 * (definition.Interval + definition.Timeout)) + TimeSpan.FromSeconds(2)).TotalMilliseconds;
            if (!texts.TryGetValue(definition.Labels, out var labels))
            {
                texts[definition.Labels] = labels = JsonSerializer.Serialize(definition.Labels);
            }

            return (validity, labels);
        }
    }

    private static TargetKey KeyOf(TargetDefinition definition) => new(definition.Kind, definition.Name);
}

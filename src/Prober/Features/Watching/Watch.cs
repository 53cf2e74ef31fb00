using System.Text.Json;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;

namespace Prober.Features.Watching;

/// <summary>What is watched now: the engine, the history and the alerts learn of it together.</summary>
internal sealed class Watch(
    ProbeEngine engine,
    EngineReports reports,
    TimelineArchive archive,
    HistoryKeeper keeper,
    HistoryFile file,
    AlertBook alerts,
    NotifierList notifiers,
    MaintenanceCalendar calendar)
{
    /// <summary>What the history says of the targets.</summary>
    private readonly Dictionary<TargetKey, (long Validity, string Labels)> _kept = [];

    /// <summary>Goes on where the prober before this one ended.</summary>
    public void Begin()
    {
        keeper.Alive = () => engine.TurnedAt;
        keeper.Add(archive.Begin(engine.Now));
        alerts.Load(file.Read(reader =>
        {
            var states = reader.Alerts();
            return reader.Targets().Where(target => states.ContainsKey(target.Id))
                .Select(target => (target.Key, AlertState.Parse(states[target.Id]))).ToList();
        }));
    }

    public async Task ApplyAsync(ProbesFile configured)
    {
        calendar.Use(configured.Maintenance);
        notifiers.Use(configured.Notifiers);
        alerts.Use(configured.Alerts);
        var wanted = configured.Targets.ToDictionary(definition => new TargetKey(definition.Kind, definition.Name));
        Keep(wanted, engine.Now);
        var before = engine.Targets;
        await engine.WatchAsync(configured.Targets);
        var now = engine.Now;
        foreach (var target in before)
        {
            var key = new TargetKey(target.Definition.Kind, target.Definition.Name);
            if (!wanted.ContainsKey(key))
            {
                reports.Left(target);
                _kept.Remove(key);
                var calm = alerts.Forget(key);
                keeper.Add(writer =>
                {
                    writer.Leave(key, now);
                    calm(writer);
                });
            }
        }
    }

    /// <summary>The engine has ended.</summary>
    public void End()
    {
        foreach (var target in engine.Targets)
        {
            reports.Left(target);
        }
    }

    private void Keep(Dictionary<TargetKey, TargetDefinition> wanted, long now)
    {
        var changed = new List<(TargetKey Key, long Validity, string Labels)>();
        var texts = new Dictionary<IReadOnlyDictionary<string, string>, string>(ReferenceEqualityComparer.Instance); // of shared labels
        foreach (var (key, definition) in wanted)
        {
            // The last probe on the grid, the one before it when that is still under way, and what is late.
            var validity = (long)((2 * (definition.Interval + definition.Timeout)) + TimeSpan.FromSeconds(2)).TotalMilliseconds;
            if (!texts.TryGetValue(definition.Labels, out var labels))
            {
                texts[definition.Labels] = labels = JsonSerializer.Serialize(definition.Labels);
            }

            if (!_kept.TryGetValue(key, out var kept) || kept != (validity, labels))
            {
                _kept[key] = (validity, labels);
                changed.Add((key, validity, labels));
            }
        }

        keeper.Add(writer => changed.ForEach(target => writer.Watch(target.Key, now, target.Validity, target.Labels)));
    }
}

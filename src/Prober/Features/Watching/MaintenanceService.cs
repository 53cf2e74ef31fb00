using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;

namespace Prober.Features.Watching;

/// <summary>Stores planned time once it has begun, so that a later change of the configuration does not change the past.</summary>
internal sealed class MaintenanceService(
    MaintenanceCalendar calendar, TimelineArchive archive, HistoryKeeper keeper, ProbeEngine engine, TimeProvider time) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly Dictionary<(string Name, long Start), StoredMaintenance> _open = [];
    private long _lookedAt;

    /// <summary>Stores windows that have begun since the last check, and ends those that the configuration no longer has.</summary>
    public void Look(long now)
    {
        var from = _lookedAt;
        if (_lookedAt == 0)
        {
            from = archive.LastAlive == 0 ? now : archive.LastAlive;
            foreach (var maintenance in archive.MaintenanceAfter(now))
            {
                _open[(maintenance.Name, maintenance.Range.Start)] = maintenance; // begun in an earlier run
            }
        }

        _lookedAt = now;
        var planned = new Dictionary<(string Name, long Start), StoredMaintenance>();
        foreach (var window in calendar.Windows)
        {
            foreach (var range in window.Occurrences(new(Math.Min(from, now), now + 1)))
            {
                planned[(window.Name, range.Start)] = new(window.Name, range, $"{window.Selector}");
            }
        }

        foreach (var (key, maintenance) in planned.Where(one => !_open.TryGetValue(one.Key, out var known) || known != one.Value))
        {
            _open[key] = maintenance;
            Keep(maintenance);
        }

        foreach (var (key, maintenance) in _open.Where(one => !planned.ContainsKey(one.Key)).ToList())
        {
            _open.Remove(key);
            if (maintenance.Range.End > now)
            {
                Keep(maintenance with { Range = maintenance.Range with { End = now } });
            }
        }
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        do
        {
            Look(engine.Now);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }

    private void Keep(StoredMaintenance maintenance)
    {
        archive.Add(maintenance);
        keeper.Add(writer => writer.Maintain(maintenance.Name, maintenance.Range, maintenance.Selector));
    }
}

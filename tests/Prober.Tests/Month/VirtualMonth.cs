using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Engine.Tests.Watching;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Maintenance;
using Prober.Features.Metrics;
using Prober.Features.Notifications;
using Prober.Features.Reports;
using Prober.Features.Settings;
using Prober.Features.Watching;
using Prometheus;

namespace Prober.Tests.Month;

/// <summary>The prober without its host, at virtual time: engine, reports, history and file, made anew at each start.</summary>
internal sealed class VirtualMonth : IAsyncDisposable
{
    private const long Step = 1000; // the longest turn that is no pause

    private readonly ManualTime _time = new();
    private readonly Random _random;
    private readonly string _path;
    private readonly List<(TargetSelector Selector, TimeRange Range)> _maintenance = [];
    private HistoryFile _file = null!;
    private TimelineArchive _archive = null!;
    private HistoryKeeper _keeper = null!;
    private ProbeEngine _engine = null!;
    private Watch _watch = null!;
    private long? _stoppedAt;

    public VirtualMonth(Random random, string path, int targets, int shortest)
    {
        (_random, _path) = (random, path);
        Targets = [.. Enumerable.Range(0, targets).Select(number => new MonthTarget(number, random, Now, shortest))];
    }

    public IReadOnlyList<MonthTarget> Targets { get; }

    public List<TimeRange> Pauses { get; } = [];

    public long Now => _time.GetUtcNow().ToUnixTimeMilliseconds();

    public void Pass(int seconds) => _time.Pass(seconds * 1000L);

    public async Task StartAsync()
    {
        if (_stoppedAt is { } stopped && Now > stopped)
        {
            Pauses.Add(new(stopped, Now));
        }

        _file = HistoryFile.Open(new() { Path = _path }, TimeProvider.System);
        _archive = new(_file);
        _keeper = new(_file, _time, NullLogger<HistoryKeeper>.Instance);
        var (notifiers, calendar) = (new NotifierList(), new MaintenanceCalendar());
        var alerts = new AlertBook(notifiers, calendar, _keeper, Options.Create(new ProberOptions()), _time);
        var metrics = new ProberMetrics(Metrics.NewCustomRegistry());
        var reports = new EngineReports(_archive, _keeper, alerts, metrics, NullLogger<EngineReports>.Instance);
        var resolver = new CachingResolver(new() { HostsPath = null }, _time);
        _engine = new(new(resolver, _time), new() { NotBefore = _archive.LastAlive }, new Recorder(reports), []);
        var reporting = new SlaReportService(_file, _keeper, notifiers, alerts, _time, NullLogger<SlaReportService>.Instance);
        _watch = new(
            _engine, reports, _archive, _keeper, _file, alerts, notifiers, calendar, reporting, new(_time), new(), _time,
            Options.Create(new ProberOptions()));
        _watch.Begin();
        await ApplyAsync(Targets);
    }

    public async Task StopAsync()
    {
        _engine.Dispose();
        _watch.End();
        foreach (var target in Targets.Where(target => target.IsWatched))
        {
            target.End(Now);
            target.IsWatched = false;
        }

        await _keeper.FlushAsync();
        _keeper.Failure.ShouldBeNull();
        _keeper.Dispose();
        await _file.DisposeAsync();
        _stoppedAt = Now;
    }

    public void Run(long seconds)
    {
        for (var second = 0L; second < seconds; second++)
        {
            _time.Pass(Step);
            Turn();
        }
    }

    /// <summary>The engine does not turn meanwhile.</summary>
    public void Stall(int seconds)
    {
        Pauses.Add(new(Now, Now + (seconds * 1000L)));
        Pass(seconds);
        Turn();
    }

    /// <summary>The machine sleeps, or somebody sets the clock forward: the monotonic one stands still.</summary>
    public void Sleep(int seconds)
    {
        Pauses.Add(new(Now, Now + (seconds * 1000L)));
        _time.Set(seconds * 1000L);
        Turn();
    }

    /// <summary>Some targets are no longer watched, for an hour, and then again.</summary>
    public async Task ReloadAsync()
    {
        await ApplyAsync([.. Targets.Where(_ => _random.Next(5) > 0)]);
        Run(3600);
        await ApplyAsync(Targets);
    }

    /// <summary>Planned time from now on, for a third of the targets.</summary>
    public void Maintain(int seconds)
    {
        var range = new TimeRange(Now, Now + (seconds * 1000L));
        var selector = new TargetSelector(
            [], [.. Targets.Where(_ => _random.Next(3) == 0).Select(target => target.Name)], new Dictionary<string, string>());
        if (selector.Names.Count == 0)
        {
            return;
        }

        var stored = new StoredMaintenance($"m{_maintenance.Count}", range, $"{selector}");
        _maintenance.Add((selector, range));
        _archive.Add(stored);
        _keeper.Add(writer => writer.Maintain(stored.Name, stored.Range, stored.Selector));
    }

    public List<TimeRange> MaintenanceOf(MonthTarget target) =>
        [.. _maintenance.Where(one => one.Selector.Names.Contains(target.Name)).Select(one => one.Range)];

    /// <returns>The sums, and the parts in which the state was known.</returns>
    public async Task<(Availability Sums, List<TimelinePart> Known)> MeasureAsync(MonthTarget target, TimeRange window)
    {
        target.End(Now); // the oracle's view: it ends here
        var watched = _engine.Targets.Single(watched => watched.Definition.Name == target.Name);
        var timeline = await _archive.FindAsync(watched, window, TestContext.Current.CancellationToken);
        return (timeline.Measure(window), [.. timeline.Parts(window).Where(part => part.State is TargetState.Up or TargetState.Down)]);
    }

    public async ValueTask DisposeAsync()
    {
        _engine.Dispose();
        _keeper.Dispose();
        await _file.DisposeAsync();
    }

    private async Task ApplyAsync(IReadOnlyList<MonthTarget> targets)
    {
        TargetDefinition[] definitions =
        [
            .. targets.Select(target => new TargetDefinition(target.Name, target)
            {
                Interval = target.Interval, Timeout = target.Timeout, Failures = target.Failures, Successes = target.Successes,
            }),
        ];
        foreach (var target in Targets)
        {
            var isWatched = targets.Contains(target);
            if (isWatched && !target.IsWatched)
            {
                target.Begin();
            }
            else if (!isWatched && target.IsWatched)
            {
                target.End(Now);
            }

            target.IsWatched = isWatched;
        }

        var applied = _watch.ApplyAsync(new(definitions, null, [], []));
        Turn();
        await applied;
        await _keeper.FlushAsync();
        _keeper.Failure.ShouldBeNull();
    }

    private void Turn() => _engine.Advance();

    /// <summary>Notes what the engine took for evidence, before anything is concluded from it.</summary>
    private sealed class Recorder(IEngineObserver inner) : IEngineObserver
    {
        public void Changed(WatchedTarget target, StateChange change) => inner.Changed(target, change);

        public void Probed(WatchedTarget target, ProbeResult result, TimeSpan lateness)
        {
            if (result.Failure.IsEvidence())
            {
                ((MonthTarget)target.Definition.Probe).Lives[^1].Evidence.Add((result.StartedAt, result.IsGood));
            }

            inner.Probed(target, result, lateness);
        }

        public void Paused(TimeRange range, string reason) => inner.Paused(range, reason);
    }
}

using Load.Corpus;
using Load.Measured;
using Load.Metrics;
using Load.Monitoring;
using Load.Progress;
using Load.Recording;
using Load.Server;
using Load.Suites;

namespace Load.Running;

/// <summary>Measures every cell of a suite that sends requests, slot by slot.</summary>
internal sealed class Measurement : IMeasurement
{
    public const int WarmUpRepeat = 0;

    private readonly Dictionary<Cell, List<Slot>> _slots = [];
    private readonly VerdictBook _verdicts = new();
    private readonly ProcessMonitor _monitor;
    private readonly ServicePool _services;
    private readonly Suite _suite;
    private readonly FileLibrary _library;
    private readonly IProgressView _progress;
    private readonly RunMetrics _metrics;
    private readonly TimeProvider _time;

    public Measurement(Suite suite, FileLibrary library, ServiceStarter start, IProgressView progress, RunMetrics metrics, TimeProvider time)
    {
        (_suite, _library, _progress, _metrics, _time) = (suite, library, progress, metrics, time);
        _services = new ServicePool(start, metrics);
        _monitor = new ProcessMonitor(() => _services.CurrentUsage, time);
    }

    public IReadOnlyList<MonitorSample> Timeline => _monitor.Samples;

    public ServiceFacts? ServiceFacts { get; private set; }

    public IReadOnlyList<Slot> SlotsOf(Cell cell) => _slots.GetValueOrDefault(cell) ?? [];

    public IdleUsage? IdleOf(Cell cell) => _services.IdleOf(cell.Settings);

    public async Task<string?> RunAsync(CancellationToken stop)
    {
        var runner = new SlotRunner(_suite, _library, _verdicts, _monitor, _metrics, (ulong)_time.GetUtcNow().UtcTicks, _time, stop);
        var ladders = new LadderWatch(_suite);
        _monitor.Start();
        try
        {
            foreach (var (cell, repeat) in Order(_suite))
            {
                if (ladders.IsBroken(cell, repeat))
                {
                    _progress.SlotSkipped(cell);
                    continue;
                }

                var service = await ServiceForAsync(cell.Settings, runner, stop);
                _progress.SlotStarted(cell, repeat);
                var slot = await runner.RunAsync(cell, repeat, service);
                stop.ThrowIfCancellationRequested();
                Keep(cell, slot);
                ladders.Climbed(cell, slot);
                _progress.SlotEnded(cell, slot);
                if (service.Service.HasExited)
                {
                    return "the service ended by itself; its last words are in service.log";
                }
            }

            _progress.WatchingIdle(_suite.CoolDown);
            await Task.Delay(_suite.CoolDown, _time, stop);
            _services.LookAtIdle();
            return null;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return "stopped from outside";
        }
        catch (Exception exception) when (_slots.Count > 0)
        {
            return exception.Message;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _monitor.Dispose();
        await _services.DisposeAsync();
    }

    /// <summary>
    /// Forwards and backwards in turn (ABBA): what comes early in one repeat comes late in the next, and neighbours stay neighbours. A ladder can only be
    /// climbed upwards.
    /// </summary>
    internal static IEnumerable<(Cell Cell, int Repeat)> Order(Suite suite) => Enumerable.Range(1, suite.Repeats)
        .SelectMany(repeat => (repeat % 2 == 1 || suite.IsLadder ? suite.Cells : suite.Cells.Reverse()).Select(cell => (cell, repeat)));

    /// <summary>
    /// A new process compiles its code while it runs, for some seconds and the better the longer. So each thing that is going to be measured is first
    /// done for a while and thrown away, with the smallest files: more requests, more compiling.
    /// </summary>
    internal static IEnumerable<Cell> WarmUps(Suite suite, ServiceSettings settings) => suite.Cells
        .Where(cell => cell.Settings.Name == settings.Name)
        .GroupBy(cell => (cell.Transport, cell.Operation), (_, alike) => alike.MinBy(cell => cell.Size)! with { Load = new LoadShape.Closed(suite.WarmUpCallers) });

    private async Task<ServiceUnderTest> ServiceForAsync(ServiceSettings settings, SlotRunner runner, CancellationToken stop)
    {
        if (_suite.NewProcessPerSlot)
        {
            await _services.StopAsync(settings);
        }

        var (service, isNew) = await _services.GetAsync(settings, stop);
        if (isNew)
        {
            ServiceFacts ??= await service.Control.FactsAsync();
            for (var round = 1; round <= Suite.WarmUpRounds; round++)
            {
                foreach (var cell in WarmUps(_suite, settings))
                {
                    _progress.WarmingUp(cell);
                    await runner.RunAsync(cell, WarmUpRepeat, service);
                    stop.ThrowIfCancellationRequested();
                }

                await Task.Delay(Suite.WarmUpRest, _time, stop);
            }

            if (_suite.Settling > TimeSpan.Zero)
            {
                _progress.WatchingIdle(_suite.Settling);
                await Task.Delay(_suite.Settling, _time, stop);
                _services.Settled(settings);
            }
        }

        return service;
    }

    private void Keep(Cell cell, Slot slot)
    {
        if (!_slots.TryGetValue(cell, out var slots))
        {
            _slots.Add(cell, slots = []);
        }

        slots.Add(slot);
        slots.Sort((a, b) => a.Repeat.CompareTo(b.Repeat));
    }
}

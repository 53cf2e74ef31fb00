using Load.Corpus;
using Load.Measured;
using Load.Monitoring;
using Load.Recording;
using Load.Reports;
using Load.Server;
using Load.Suites;

namespace Load.Running;

/// <summary>Measures every cell of a suite, slot by slot, with a service process for each of the settings. Whatever ends it, what was measured is kept.</summary>
internal sealed class Measurement : IAsyncDisposable
{
    private const int WarmUpRepeat = 0;
    private const int WarmUpCallers = 4;

    private readonly Dictionary<Cell, List<Slot>> _slots = [];
    private readonly VerdictBook _verdicts = new();
    private readonly ProcessMonitor _monitor;
    private readonly Suite _suite;
    private readonly FileLibrary _library;
    private readonly ServiceStart _start;
    private readonly IProgressView _progress;
    private readonly TimeProvider _time;
    private ServiceUnderTest? _service;

    public Measurement(Suite suite, FileLibrary library, ServiceStart start, IProgressView progress, TimeProvider time)
    {
        (_suite, _library, _start, _progress, _time) = (suite, library, start, progress, time);
        _monitor = new ProcessMonitor(() => Volatile.Read(ref _service)?.Process.Usage, time);
    }

    /// <summary>Both processes over time.</summary>
    public IReadOnlyList<MonitorSample> Timeline => _monitor.Samples;

    /// <summary>In the order of their repeats.</summary>
    public IReadOnlyList<Slot> SlotsOf(Cell cell) => _slots.GetValueOrDefault(cell) ?? [];

    /// <returns>Why it was cut short; null when it was not.</returns>
    public async Task<string?> RunAsync(CancellationToken stop)
    {
        var runner = new SlotRunner(_suite, _library, _verdicts, _monitor, (ulong)_time.GetUtcNow().UtcTicks, _time, stop);
        _monitor.Start();
        try
        {
            foreach (var (cell, repeat) in Order(_suite))
            {
                var service = await WithSettingsAsync(cell.Settings, runner, stop);
                _progress.SlotStarted(cell, repeat);
                var slot = await runner.RunAsync(cell, repeat, service);
                stop.ThrowIfCancellationRequested();
                Keep(cell, slot);
                _progress.SlotEnded(cell, slot);
                if (service.Process.HasExited)
                {
                    return "the service ended by itself; its last words are in service.log";
                }
            }

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
        await StopServiceAsync();
    }

    /// <summary>Forwards and backwards in turn (ABBA): what comes early in one repeat comes late in the next, and neighbours stay neighbours.</summary>
    internal static IEnumerable<(Cell Cell, int Repeat)> Order(Suite suite) =>
        Enumerable.Range(1, suite.Repeats).SelectMany(repeat => (repeat % 2 == 1 ? suite.Cells : suite.Cells.Reverse()).Select(cell => (cell, repeat)));

    /// <summary>
    /// A new process compiles its code while it runs, for some seconds and the better the longer. So each thing that is going to be measured is first
    /// done for a while and thrown away, with the smallest files: more requests, more compiling.
    /// </summary>
    internal static IEnumerable<Cell> WarmUps(Suite suite, ServiceSettings settings) => suite.Cells
        .Where(cell => cell.Settings.Name == settings.Name)
        .GroupBy(cell => (cell.Transport, cell.Operation), (_, alike) => alike.MinBy(cell => cell.Size)! with { Load = new LoadShape.Closed(WarmUpCallers) });

    private async Task<ServiceUnderTest> WithSettingsAsync(ServiceSettings settings, SlotRunner runner, CancellationToken stop)
    {
        if (_service?.Settings.Name == settings.Name)
        {
            return _service;
        }

        await StopServiceAsync();
        var service = await ServiceUnderTest.StartAsync(_start, settings, stop);
        Volatile.Write(ref _service, service);
        foreach (var cell in WarmUps(_suite, settings))
        {
            _progress.WarmingUp(cell);
            await runner.RunAsync(cell, WarmUpRepeat, service);
            stop.ThrowIfCancellationRequested();
        }

        return service;
    }

    private async Task StopServiceAsync()
    {
        var service = _service;
        Volatile.Write(ref _service, null);
        await (service?.DisposeAsync() ?? ValueTask.CompletedTask);
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

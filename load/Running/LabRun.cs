using System.Globalization;
using Load.Corpus;
using Load.Recording;
using Load.Reports;
using Load.Results;
using Load.Server;
using Load.Suites;

namespace Load.Running;

/// <summary>Measures a suite from beginning to end. Whatever ends it, what was measured up to then is kept.</summary>
internal sealed class LabRun(RunOptions options, IProgressView progress, TimeProvider time)
{
    private const int WarmUpRepeat = 0;
    private const int WarmUpInstances = 4;

    private readonly Dictionary<Cell, List<Slot>> _slots = [];
    private ServiceUnderTest? _service;

    /// <param name="stop">Ends the run after the requests under way; its result is marked.</param>
    /// <exception cref="LabException">It could not even begin.</exception>
    public async Task<RunResult> RunAsync(CancellationToken stop)
    {
        var suite = Customized(SuiteCatalog.Get(options.Suite, ownFiles: options.Corpus is not null));
        var assembly = options.Service ?? ServiceAssembly.Find();
        var started = time.GetUtcNow();
        var timestamp = time.GetTimestamp();
        var id = $"{started.ToString("yyyyMMdd-HHmmss", CultureInfo.InvariantCulture)}-{suite.Name}";
        var folder = Directory.CreateDirectory(Path.Combine(options.Out, id));
        var runner = new SlotRunner(
            suite, new FileLibrary(options.Seed, options.Corpus), new VerdictBook(), (ulong)started.UtcTicks, time, stop);

        var interrupted = await MeasureAsync(suite, runner, assembly, Path.Combine(folder.FullName, "service.log"), stop);
        var result = new RunResult(
            id, suite.Name, started, time.GetElapsedTime(timestamp), interrupted, RunEnvironment.Current(options.Seed, options.Corpus),
            [.. suite.Cells.Where(_slots.ContainsKey).Select(cell => new Row(cell, BytesPerRequest(cell, runner), _slots[cell]))]);
        await ResultFolder.WriteAsync(folder, result);
        return result;
    }

    /// <returns>Why it was cut short; null when it was not.</returns>
    private async Task<string?> MeasureAsync(Suite suite, SlotRunner runner, string assembly, string logPath, CancellationToken stop)
    {
        try
        {
            foreach (var (cell, repeat) in Order(suite))
            {
                _service = await WithSettingsAsync(cell.Settings, suite, runner, assembly, logPath, stop);
                progress.SlotStarted(cell, repeat);
                var slot = await runner.RunAsync(cell, repeat, _service);
                stop.ThrowIfCancellationRequested();
                Keep(cell, slot);
                progress.SlotEnded(cell, slot);
                if (_service.Process.HasExited)
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
        finally
        {
            await (_service?.DisposeAsync() ?? ValueTask.CompletedTask);
        }
    }

    /// <summary>Forwards and backwards in turn: what comes early in one repeat comes late in the next, and neighbours stay neighbours.</summary>
    internal static IEnumerable<(Cell Cell, int Repeat)> Order(Suite suite) =>
        Enumerable.Range(1, suite.Repeats).SelectMany(repeat => (repeat % 2 == 1 ? suite.Cells : suite.Cells.Reverse()).Select(cell => (cell, repeat)));

    private async Task<ServiceUnderTest> WithSettingsAsync(
        ServiceSettings settings, Suite suite, SlotRunner runner, string assembly, string logPath, CancellationToken stop)
    {
        if (_service?.Settings.Name == settings.Name)
        {
            return _service;
        }

        await (_service?.DisposeAsync() ?? ValueTask.CompletedTask);
        _service = null;
        var service = _service = await ServiceUnderTest.StartAsync(assembly, settings, logPath, stop);
        foreach (var cell in WarmUps(suite, settings))
        {
            progress.WarmingUp(cell);
            await runner.RunAsync(cell, WarmUpRepeat, service);
            stop.ThrowIfCancellationRequested();
        }

        return service;
    }

    /// <summary>
    /// A new process compiles its code while it runs, for some seconds and the better the longer. So each thing that is going to be measured is first
    /// done for a while and thrown away, with the smallest files: more requests, more compiling.
    /// </summary>
    internal static IEnumerable<Cell> WarmUps(Suite suite, ServiceSettings settings) => suite.Cells
        .Where(cell => cell.Settings.Name == settings.Name)
        .GroupBy(cell => (cell.Transport, cell.Operation), (_, alike) => alike.MinBy(cell => cell.Size)! with { Instances = WarmUpInstances });

    private void Keep(Cell cell, Slot slot)
    {
        if (!_slots.TryGetValue(cell, out var slots))
        {
            _slots.Add(cell, slots = []);
        }

        slots.Add(slot);
    }

    private Suite Customized(Suite suite)
    {
        var customized = suite with
        {
            Cells = CellFilter.Parse(options.Only).Apply(suite.Cells),
            Repeats = options.Repeat ?? suite.Repeats,
            Slot = options.Slot ?? suite.Slot,
        };
        progress.Planned(customized);
        return customized;
    }

    private static double BytesPerRequest(Cell cell, SlotRunner runner) =>
        cell.Operation.SendsBody ? runner.FilesOf(cell).Files.Average(file => (double)file.Known.Size) : 0;
}

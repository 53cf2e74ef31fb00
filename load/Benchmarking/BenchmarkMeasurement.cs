using System.Diagnostics;
using Load.Measured;
using Load.Monitoring;
using Load.Progress;
using Load.Recording;
using Load.Reports;
using Load.Running;
using Load.Suites;

namespace Load.Benchmarking;

/// <summary>Measures a suite that sends no requests, through BenchmarkDotNet: each slot is a launch of its own, and each sample the mean of an iteration.</summary>
/// <param name="suite">With benchmarks.</param>
/// <param name="process">Runs them.</param>
/// <param name="folder">Where BenchmarkDotNet leaves what it has to say.</param>
/// <param name="progress">Is told.</param>
/// <param name="time">For the clock.</param>
internal sealed class BenchmarkMeasurement(Suite suite, BenchmarkProcess process, DirectoryInfo folder, IProgressView progress, TimeProvider time) : IMeasurement
{
    private readonly List<(Cell Cell, Slot Slot)> _slots = [];

    public IReadOnlyList<MonitorSample> Timeline => [];

    public ServiceFacts? ServiceFacts => null;

    public async Task<string?> RunAsync(CancellationToken stop)
    {
        try
        {
            foreach (var (cell, repeat) in Measurement.Order(suite))
            {
                progress.SlotStarted(cell, repeat);
                var startedAt = time.GetUtcNow();
                var artifacts = Path.Combine(folder.FullName, "benchmarkdotnet", $"{ResultFolder.FileName(cell.Name)}-{repeat}");
                var slot = SlotOf(repeat, startedAt, await process.RunAsync(suite.Benchmark!(cell), suite.Slot, artifacts, stop));
                _slots.Add((cell, slot));
                progress.SlotEnded(cell, slot);
            }

            return null;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return "stopped from outside";
        }
        catch (LabException exception) when (_slots.Count > 0)
        {
            return exception.Message;
        }
    }

    public IReadOnlyList<Slot> SlotsOf(Cell cell) => [.. _slots.Where(slot => slot.Cell == cell).Select(slot => slot.Slot).OrderBy(slot => slot.Repeat)];

    public IdleUsage? IdleOf(Cell cell) => null;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Operations of these nanoseconds, one after the other.</summary>
    internal static Slot SlotOf(int repeat, DateTimeOffset startedAt, IReadOnlyList<double> nanoseconds)
    {
        var samples = new Sample[nanoseconds.Count];
        var at = 0L;
        for (var i = 0; i < samples.Length; i++)
        {
            samples[i] = new Sample(at, (long)(nanoseconds[i] * Stopwatch.Frequency / 1e9), Outcome.Ok);
            at = samples[i].End;
        }

        // Rounded up: the last of them ends within.
        var window = TimeSpan.FromTicks((long)Math.Ceiling((double)at / Stopwatch.Frequency * TimeSpan.TicksPerSecond));
        return new Slot(repeat, startedAt, 0, window, samples, new Dictionary<string, int>(), null);
    }
}

using System.Diagnostics;

namespace Prometheus;

/// <summary>The process and the garbage collector, read anew before each scrape.</summary>
public sealed class DotNetStats
{
    private readonly Lock _gate = new();
    private readonly Process _process = Process.GetCurrentProcess();
    private readonly Counter.Child[] _collections;
    private readonly Gauge _startTime;
    private readonly Counter _cpu;
    private readonly Gauge _virtualMemory;
    private readonly Gauge _workingSet;
    private readonly Gauge _privateMemory;
    private readonly Gauge _openHandles;
    private readonly Gauge _threads;
    private readonly Gauge _totalMemory;

    private DotNetStats(MetricFactory metrics)
    {
        var collections = metrics.CreateCounter("dotnet_collection_count_total", "GC collection count", "generation");
        _collections =
        [
            .. from generation in Enumerable.Range(0, GC.MaxGeneration + 1) select collections.WithLabels($"{generation}"),
        ];
        _startTime = metrics.CreateGauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.");
        _cpu = metrics.CreateCounter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.");
        _virtualMemory = metrics.CreateGauge("process_virtual_memory_bytes", "Virtual memory size in bytes.");
        _workingSet = metrics.CreateGauge("process_working_set_bytes", "Process working set");
        _privateMemory = metrics.CreateGauge("process_private_memory_bytes", "Process private memory size");
        _openHandles = metrics.CreateGauge("process_open_handles", "Number of open handles");
        _threads = metrics.CreateGauge("process_num_threads", "Total number of threads");
        _totalMemory = metrics.CreateGauge("dotnet_total_memory_bytes", "Total known allocated memory");
    }

    /// <summary>Adds them to the registry.</summary>
    public static void Register(CollectorRegistry registry)
    {
        var stats = new DotNetStats(Metrics.WithCustomRegistry(registry));
        stats._startTime.Set((stats._process.StartTime.ToUniversalTime() - DateTime.UnixEpoch).TotalSeconds);
        registry.AddBeforeCollectCallback(stats.Update);
    }

    private void Update()
    {
        // A Process is not for two threads, and scrapes may overlap.
        lock (_gate)
        {
            _process.Refresh();
            for (var generation = 0; generation < _collections.Length; generation++)
            {
                _collections[generation].IncTo(GC.CollectionCount(generation));
            }

            var reading = ProcessReading.Take(_process);
            _cpu.IncTo(_process.TotalProcessorTime.TotalSeconds);
            _virtualMemory.Set(reading.VirtualMemory);
            _workingSet.Set(reading.WorkingSet);
            _privateMemory.Set(reading.PrivateMemory);
            _openHandles.Set(reading.Handles);
            _threads.Set(reading.Threads);
            _totalMemory.Set(Math.Max(0, GC.GetTotalMemory(forceFullCollection: false))); // below 0 beside a collection
        }
    }
}

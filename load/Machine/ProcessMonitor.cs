using System.Diagnostics;

namespace Load.Machine;

/// <summary>
/// Looks at all processes from time to time, on a thread of its own: a pool that is starved is one of the things it is there to see.
/// </summary>
/// <param name="observed">The processes that are under test at the moment.</param>
/// <param name="time">For the clock.</param>
internal sealed class ProcessMonitor(Func<IReadOnlyList<IObservedProcess>> observed, TimeProvider time) : IDisposable
{
    /// <summary>A look costs about a millisecond of processor time.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly Lock _lock = new();
    private readonly List<MonitorSample> _samples = [];
    private readonly ManualResetEventSlim _stop = new();
    private Thread? _thread;

    public IReadOnlyList<MonitorSample> Samples
    {
        get
        {
            lock (_lock)
            {
                return [.. _samples];
            }
        }
    }

    public void Start()
    {
        _thread = new Thread(Watch) { IsBackground = true, Name = "Monitor" };
        _thread.Start();
    }

    /// <summary>Looks now.</summary>
    public MonitorSample Look()
    {
        using var lab = Process.GetCurrentProcess();
        var usages = new Dictionary<string, ProcessUsage>();
        foreach (var process in observed())
        {
            if (process.Usage is { } usage)
            {
                usages.TryAdd(process.Name, usage);
            }
        }

        var sample = new MonitorSample(
            Stopwatch.GetTimestamp(), time.GetUtcNow(), usages, ProcessUsage.Of(lab), ThreadPool.PendingWorkItemCount)
        {
            Idle = MachineIdle.Now(),
        };
        lock (_lock)
        {
            _samples.Add(sample);
        }

        return sample;
    }

    public void Dispose()
    {
        _stop.Set();
        _thread?.Join();
        _stop.Dispose();
    }

    private void Watch()
    {
        while (!_stop.Wait(Interval))
        {
            Look();
        }
    }
}

using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics;
using NBomber.Contracts;

namespace NBomber.Engine;

/// <summary>
/// Iterations that arrive on a schedule. A thread of its own waits for each due time and hands the arrival to the thread pool, so
/// neither a slow iteration nor a busy pool delays the arrivals behind it.
/// </summary>
internal sealed class OpenModel(ImmutableArray<LoadSimulation> simulations, Func<ScenarioInstance> newInstance, CancellationToken stop)
{
    private readonly ConcurrentQueue<ScenarioInstance> _idle = new();
    private readonly TaskCompletionSource _allEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private long _notStarted;

    // Arrivals under way, and one for the schedule itself: the one that brings it to zero is the last.
    private int _pending = 1;

    /// <summary>Arrivals that were due and never ran; final when the task of <see cref="RunAsync"/> has completed.</summary>
    public long NotStarted => Volatile.Read(ref _notStarted);

    public Task RunAsync()
    {
        new Thread(Dispatch) { IsBackground = true, Name = "Arrivals" }.Start();
        return _allEnded.Task;
    }

    private void Dispatch()
    {
        var start = Stopwatch.GetTimestamp();
        foreach (var simulation in simulations.Cast<LoadSimulation.Inject>())
        {
            foreach (var due in simulation.Arrivals())
            {
                if (!PreciseWait.Until(start + Ticks(due), stop))
                {
                    Interlocked.Increment(ref _notStarted);
                    continue;
                }

                Interlocked.Increment(ref _pending);
                ThreadPool.UnsafeQueueUserWorkItem(static model => _ = model.ArriveAsync(), this, preferLocal: false);
            }

            start += Ticks(simulation.During);
            PreciseWait.Until(start, stop);
        }

        Ended();
    }

    private async Task ArriveAsync()
    {
        if (stop.IsCancellationRequested)
        {
            Interlocked.Increment(ref _notStarted);
            Ended();
            return;
        }

        var instance = _idle.TryDequeue(out var idle) ? idle : newInstance();
        var iteration = instance.StartIteration();
        await ((Task)iteration).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        instance.Count(iteration);
        _idle.Enqueue(instance);
        Ended();
    }

    private void Ended()
    {
        if (Interlocked.Decrement(ref _pending) == 0)
        {
            _allEnded.SetResult();
        }
    }

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}

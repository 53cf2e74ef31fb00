using System.Collections.Concurrent;

namespace Hosting.Lab;

/// <summary>
/// Looks at the thread pool every few milliseconds, on a thread of its own: a pool that is starved could not tell of it.
/// </summary>
internal sealed class ThreadPoolSampler(TimeProvider time, CancellationToken stopping)
{
    private const int MaxSamples = 100_000;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    private readonly ConcurrentQueue<ThreadPoolSample> _samples = [];

    public void Start() => new Thread(Run) { IsBackground = true, Name = "Thread pool sampler" }.Start();

    /// <summary>The samples since the last call; the oldest are lost when nobody asks for long.</summary>
    public IReadOnlyList<ThreadPoolSample> Take()
    {
        var taken = new List<ThreadPoolSample>();
        while (_samples.TryDequeue(out var sample))
        {
            taken.Add(sample);
        }

        return taken;
    }

    private void Run()
    {
        while (!stopping.WaitHandle.WaitOne(Interval))
        {
            _samples.Enqueue(new(
                time.GetUtcNow(), ThreadPool.ThreadCount, ThreadPool.PendingWorkItemCount, ThreadPool.CompletedWorkItemCount));
            while (_samples.Count > MaxSamples && _samples.TryDequeue(out _))
            {
            }
        }
    }
}

/// <param name="Time">UTC.</param>
/// <param name="Threads">Threads in the pool.</param>
/// <param name="Queue">Work items that wait for a thread.</param>
/// <param name="Completed">Work items since the start of the process.</param>
internal sealed record ThreadPoolSample(DateTimeOffset Time, int Threads, long Queue, long Completed);

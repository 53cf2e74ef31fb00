using System.Collections.Concurrent;

namespace Analyzer.Service.Features.Ceilings;

/// <summary>
/// Looks at the thread pool every few milliseconds, on a thread of its own: a pool that is starved could not tell of it.
/// </summary>
internal sealed class PoolWatch(TimeProvider time, CancellationToken stopping)
{
    private const int MostSamples = 100_000;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    private readonly ConcurrentQueue<PoolSample> _samples = [];

    public void Start() => new Thread(Run) { IsBackground = true, Name = "Pool watch" }.Start();

    /// <summary>What was seen since the last call; the oldest is lost when nobody asks for long.</summary>
    public IReadOnlyList<PoolSample> Take()
    {
        var taken = new List<PoolSample>();
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
            _samples.Enqueue(new PoolSample(time.GetUtcNow(), ThreadPool.ThreadCount, ThreadPool.PendingWorkItemCount, ThreadPool.CompletedWorkItemCount));
            while (_samples.Count > MostSamples && _samples.TryDequeue(out _))
            {
            }
        }
    }
}

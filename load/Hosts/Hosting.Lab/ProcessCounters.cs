using System.Runtime;

namespace Hosting.Lab;

/// <summary>The runtime's counters of this process, for the lab: sums since the start, except the last three.</summary>
/// <param name="AllocatedBytes">On the managed heap.</param>
/// <param name="Gen0Collections">Collections of this generation and those above it; so with the next two.</param>
/// <param name="Gen1Collections">See the generation below.</param>
/// <param name="Gen2Collections">See the generation below.</param>
/// <param name="PauseMilliseconds">How long collections stopped the process.</param>
/// <param name="CompletedWorkItems">Work items that the thread pool finished.</param>
/// <param name="LockContentions">Times that a thread had to wait for a monitor.</param>
/// <param name="MinWorkerThreads">The thread pool's minimum.</param>
/// <param name="PoolThreads">In the thread pool now.</param>
/// <param name="ServerGc">Which garbage collector runs.</param>
internal sealed record ProcessCounters(
    long AllocatedBytes,
    int Gen0Collections,
    int Gen1Collections,
    int Gen2Collections,
    double PauseMilliseconds,
    long CompletedWorkItems,
    long LockContentions,
    int MinWorkerThreads,
    int PoolThreads,
    bool ServerGc)
{
    public static ProcessCounters Read()
    {
        ThreadPool.GetMinThreads(out var minWorkerThreads, out _);

        // Precise, although it stops all threads for a moment: otherwise the buffer that a thread has not filled is not counted, and in a
        // short slot that is everything.
        return new(
            GC.GetTotalAllocatedBytes(precise: true),
            GC.CollectionCount(0),
            GC.CollectionCount(1),
            GC.CollectionCount(2),
            GC.GetTotalPauseDuration().TotalMilliseconds,
            ThreadPool.CompletedWorkItemCount,
            Monitor.LockContentionCount,
            minWorkerThreads,
            ThreadPool.ThreadCount,
            GCSettings.IsServerGC);
    }
}

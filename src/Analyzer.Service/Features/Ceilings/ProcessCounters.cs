using System.Runtime;

namespace Analyzer.Service.Features.Ceilings;

/// <summary>What the runtime counts of this process, for the lab: sums since the start but for the last three.</summary>
/// <param name="AllocatedBytes">On the managed heap.</param>
/// <param name="Gen0Collections">Of this generation and, as for the next two, those above it.</param>
/// <param name="Gen1Collections">Likewise.</param>
/// <param name="Gen2Collections">Likewise.</param>
/// <param name="PauseMilliseconds">How long collections stopped the process.</param>
/// <param name="CompletedWorkItems">Of the thread pool.</param>
/// <param name="LockContentions">Monitor locks that had to be waited for.</param>
/// <param name="MinWorkerThreads">Of the thread pool, as it is.</param>
/// <param name="PoolThreads">In the thread pool now.</param>
/// <param name="ServerGc">Which garbage collector runs.</param>
internal sealed record ProcessCounters(
    long AllocatedBytes, int Gen0Collections, int Gen1Collections, int Gen2Collections, double PauseMilliseconds, long CompletedWorkItems,
    long LockContentions, int MinWorkerThreads, int PoolThreads, bool ServerGc)
{
    public static ProcessCounters Read()
    {
        ThreadPool.GetMinThreads(out var minWorkerThreads, out _);

        // Precise, although it stops all threads for a moment: otherwise what a thread has not filled is not counted, and of a short slot that is all.
        return new(
            GC.GetTotalAllocatedBytes(precise: true), GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2), GC.GetTotalPauseDuration().TotalMilliseconds,
            ThreadPool.CompletedWorkItemCount, Monitor.LockContentionCount, minWorkerThreads, ThreadPool.ThreadCount, GCSettings.IsServerGC);
    }
}

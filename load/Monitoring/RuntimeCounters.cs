namespace Load.Monitoring;

/// <summary>What the service's runtime counts of itself. Sums since its start, or between two moments; the last three are as of now.</summary>
/// <param name="AllocatedBytes">On the managed heap.</param>
/// <param name="Gen0Collections">Of them all, higher generations included.</param>
/// <param name="Gen1Collections">Likewise.</param>
/// <param name="Gen2Collections">Likewise.</param>
/// <param name="PauseMilliseconds">How long collections stopped the process.</param>
/// <param name="CompletedWorkItems">Of the thread pool.</param>
/// <param name="LockContentions">Monitor locks that had to be waited for.</param>
/// <param name="MinWorkerThreads">Of the thread pool, as it is, not as it was asked for.</param>
/// <param name="PoolThreads">In the thread pool now.</param>
/// <param name="ServerGc">Which garbage collector it runs.</param>
internal sealed record RuntimeCounters(
    long AllocatedBytes, int Gen0Collections, int Gen1Collections, int Gen2Collections, double PauseMilliseconds, long CompletedWorkItems,
    long LockContentions, int MinWorkerThreads, int PoolThreads, bool ServerGc)
{
    /// <returns>Null when either is.</returns>
    public static RuntimeCounters? Difference(RuntimeCounters? before, RuntimeCounters? after) => before is null || after is null ? null : after with
    {
        AllocatedBytes = after.AllocatedBytes - before.AllocatedBytes,
        Gen0Collections = after.Gen0Collections - before.Gen0Collections,
        Gen1Collections = after.Gen1Collections - before.Gen1Collections,
        Gen2Collections = after.Gen2Collections - before.Gen2Collections,
        PauseMilliseconds = after.PauseMilliseconds - before.PauseMilliseconds,
        CompletedWorkItems = after.CompletedWorkItems - before.CompletedWorkItems,
        LockContentions = after.LockContentions - before.LockContentions,
    };
}

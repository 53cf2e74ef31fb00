namespace Load.Machine;

/// <summary>The counters of a host's runtime: sums since its start or between two moments, and three figures of the moment.</summary>
/// <param name="AllocatedBytes">On the managed heap.</param>
/// <param name="Gen0Collections">All collections, those of higher generations included.</param>
/// <param name="Gen1Collections">Collections of generation 1 or 2.</param>
/// <param name="Gen2Collections">Collections of generation 2.</param>
/// <param name="PauseMilliseconds">How long collections stopped the process.</param>
/// <param name="CompletedWorkItems">By the thread pool.</param>
/// <param name="LockContentions">Monitor locks that had to be waited for.</param>
/// <param name="MinWorkerThreads">The thread pool's minimum as it is, not as it was asked for.</param>
/// <param name="PoolThreads">In the thread pool now.</param>
/// <param name="ServerGc">Whether it runs the server's garbage collector.</param>
internal sealed record RuntimeCounters(
    long AllocatedBytes, int Gen0Collections, int Gen1Collections, int Gen2Collections, double PauseMilliseconds, long CompletedWorkItems,
    long LockContentions, int MinWorkerThreads, int PoolThreads, bool ServerGc)
{
    /// <returns>Null when either is null.</returns>
    public static RuntimeCounters? Difference(RuntimeCounters? before, RuntimeCounters? after) =>
        before is null ? null : after?.Since(before);

    private RuntimeCounters Since(RuntimeCounters before) => this with
    {
        AllocatedBytes = AllocatedBytes - before.AllocatedBytes,
        Gen0Collections = Gen0Collections - before.Gen0Collections,
        Gen1Collections = Gen1Collections - before.Gen1Collections,
        Gen2Collections = Gen2Collections - before.Gen2Collections,
        PauseMilliseconds = PauseMilliseconds - before.PauseMilliseconds,
        CompletedWorkItems = CompletedWorkItems - before.CompletedWorkItems,
        LockContentions = LockContentions - before.LockContentions,
    };
}

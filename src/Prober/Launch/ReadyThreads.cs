namespace Prober.Launch;

/// <summary>
/// Threads of the pool that are there from the start and stay (<c>ThreadsToKeepAlive</c> in the project). .NET opens a pipe for each thread
/// that it starts, and ends the process when the pool gets none: without a free handle the prober would end just when it has to say so.
/// </summary>
internal static class ReadyThreads
{
    /// <summary>Nothing here blocks a thread, so that the pool wants few more than there are processors.</summary>
    private const int Count = 32;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>The pool starts a thread only for work that finds none.</summary>
    public static void Start()
    {
        ThreadPool.GetMinThreads(out var usual, out var ports);
        ThreadPool.GetMaxThreads(out var max, out var maxPorts);
        if (usual >= Count)
        {
            return;
        }

        var all = new CountdownEvent(Count);
        ThreadPool.SetMinThreads(Count, ports);
        for (var i = 0; i < Count; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static work => Meet(work), all, preferLocal: false);
        }

        all.Wait(Patience);

        // No more of them work at once than before: a lower maximum for a moment lowers the pool's goal.
        ThreadPool.SetMinThreads(usual, ports);
        ThreadPool.SetMaxThreads(usual, maxPorts);
        ThreadPool.SetMaxThreads(max, maxPorts);
    }

    private static void Meet(CountdownEvent all)
    {
        all.Signal();
        all.Wait(Patience);
    }
}

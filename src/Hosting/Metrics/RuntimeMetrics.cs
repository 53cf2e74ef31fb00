using Hosting.Meters;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// Metrics of the runtime, read from its own properties before each scrape; they cost nothing between scrapes. The metrics of the process
/// are in <see cref="DotNetStats"/>.
/// </summary>
internal static class RuntimeMetrics
{
    private static long s_exceptions;

    static RuntimeMetrics() => AppDomain.CurrentDomain.FirstChanceException += static (_, _) => Interlocked.Increment(ref s_exceptions);

    public static void AddTo(CollectorRegistry registry)
    {
        DotNetStats.Register(registry);
        AddThreadPool(registry);
        AddMemory(registry);
        registry.Count(
            "dotnet_lock_contentions_total", "Times a thread had to wait for a monitor.", () => Monitor.LockContentionCount);
        registry.Count(
            "dotnet_exceptions_total", "Exceptions thrown, whether caught or not.", () => Interlocked.Read(ref s_exceptions));
    }

    private static void AddThreadPool(CollectorRegistry registry)
    {
        registry.Measure("dotnet_threadpool_threads", "Threads of the pool.", () => ThreadPool.ThreadCount);
        registry.Measure("dotnet_threadpool_min_threads", "Worker threads that the pool starts without a delay.", () =>
        {
            ThreadPool.GetMinThreads(out var workers, out _);
            return workers;
        });
        registry.Measure("dotnet_threadpool_queue_length", "Work items that wait for a thread.", () => ThreadPool.PendingWorkItemCount);
        registry.Count("dotnet_threadpool_completed_items_total", "Work items done.", () => ThreadPool.CompletedWorkItemCount);
    }

    private static void AddMemory(CollectorRegistry registry)
    {
        registry.Count(
            "dotnet_gc_pause_seconds_total", "Time in which a collection stopped all threads.",
            () => GC.GetTotalPauseDuration().TotalSeconds);
        registry.Count(
            "dotnet_gc_allocated_bytes_total", "Bytes allocated on the managed heap.", () => GC.GetTotalAllocatedBytes(precise: false));
        registry.Measure(
            "dotnet_gc_heap_bytes", "Size of the heap after the last collection.", () => GC.GetGCMemoryInfo(GCKind.Any).HeapSizeBytes);
        registry.Measure(
            "dotnet_gc_committed_bytes", "Memory that the heap has committed after the last collection.",
            () => GC.GetGCMemoryInfo(GCKind.Any).TotalCommittedBytes);
    }
}

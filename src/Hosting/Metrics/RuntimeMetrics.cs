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
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        AddThreadPool(registry, metrics);
        AddMemory(registry, metrics);

        var contentions = metrics.CreateCounter("dotnet_lock_contentions_total", "Times a thread had to wait for a monitor.");
        var exceptions = metrics.CreateCounter("dotnet_exceptions_total", "Exceptions thrown, whether caught or not.");
        registry.AddBeforeCollectCallback(() =>
        {
            contentions.IncTo(Monitor.LockContentionCount);
            exceptions.IncTo(Interlocked.Read(ref s_exceptions));
        });
    }

    private static void AddThreadPool(CollectorRegistry registry, MetricFactory metrics)
    {
        var threads = metrics.CreateGauge("dotnet_threadpool_threads", "Threads of the pool.");
        var minimum = metrics.CreateGauge("dotnet_threadpool_min_threads", "Worker threads that the pool starts without a delay.");
        var queue = metrics.CreateGauge("dotnet_threadpool_queue_length", "Work items that wait for a thread.");
        var completed = metrics.CreateCounter("dotnet_threadpool_completed_items_total", "Work items done.");
        registry.AddBeforeCollectCallback(() =>
        {
            ThreadPool.GetMinThreads(out var workers, out _);
            minimum.Set(workers);
            threads.Set(ThreadPool.ThreadCount);
            queue.Set(ThreadPool.PendingWorkItemCount);
            completed.IncTo(ThreadPool.CompletedWorkItemCount);
        });
    }

    private static void AddMemory(CollectorRegistry registry, MetricFactory metrics)
    {
        var pause = metrics.CreateCounter("dotnet_gc_pause_seconds_total", "Time in which a collection stopped all threads.");
        var allocated = metrics.CreateCounter("dotnet_gc_allocated_bytes_total", "Bytes allocated on the managed heap.");
        var heap = metrics.CreateGauge("dotnet_gc_heap_bytes", "Size of the heap after the last collection.");
        var committed = metrics.CreateGauge(
            "dotnet_gc_committed_bytes", "Memory that the heap has committed after the last collection.");
        registry.AddBeforeCollectCallback(() =>
        {
            pause.IncTo(GC.GetTotalPauseDuration().TotalSeconds);
            allocated.IncTo(GC.GetTotalAllocatedBytes(precise: false));
            var memory = GC.GetGCMemoryInfo(GCKind.Any);
            heap.Set(memory.HeapSizeBytes);
            committed.Set(memory.TotalCommittedBytes);
        });
    }
}

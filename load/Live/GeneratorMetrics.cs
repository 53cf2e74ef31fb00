using Prometheus;

namespace Load.Live;

/// <summary>
/// The generator's own process, under the names that the services have for theirs: a generator that starves measures itself.
/// </summary>
internal static class GeneratorMetrics
{
    public static void AddTo(CollectorRegistry registry)
    {
        DotNetStats.Register(registry);
        var metrics = Metrics.WithCustomRegistry(registry);
        var threads = metrics.CreateGauge("dotnet_threadpool_threads", "Threads of the pool.");
        var queue = metrics.CreateGauge("dotnet_threadpool_queue_length", "Work items that wait for a thread.");
        var pause = metrics.CreateCounter("dotnet_gc_pause_seconds_total", "Time in which a collection held all threads.");
        registry.AddBeforeCollectCallback(() =>
        {
            threads.Set(ThreadPool.ThreadCount);
            queue.Set(ThreadPool.PendingWorkItemCount);
            pause.IncTo(GC.GetTotalPauseDuration().TotalSeconds);
        });
    }
}

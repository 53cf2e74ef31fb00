using Prometheus;

namespace Load.Metrics;

/// <summary>The generator's own process, under the names that the service has for its: who starves, measures himself.</summary>
internal static class GeneratorMetrics
{
    public static void AddTo(CollectorRegistry registry)
    {
        DotNetStats.Register(registry);
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
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

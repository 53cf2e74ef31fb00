using System.Diagnostics;
using Batching;
using Hosting.Metrics;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>The store's work, as the store reports it (<see cref="IBatchObserver"/>) and as its callers see it.</summary>
internal sealed partial class AnalyzerMetrics : IBatchObserver
{
    private readonly StoreSeries _store;

    /// <inheritdoc/>
    public void BatchCommitted(int size, int waiting, TimeSpan elapsed) => BatchEnded(_store.Committed, size, waiting, elapsed);

    /// <inheritdoc/>
    public void BatchFailed(int size, int waiting, TimeSpan elapsed) => BatchEnded(_store.NotCommitted, size, waiting, elapsed);

    /// <inheritdoc/>
    public void WriteRefused() => _store.SavesRefused.Inc();

    /// <param name="call">The call of the store.</param>
    /// <param name="started">In ticks of the <see cref="Stopwatch"/>.</param>
    public void StoreAnswered(StoreCall call, long started)
    {
        _store.Answered[(int)call].Observe(Stopwatch.GetElapsedTime(started).TotalSeconds);
        StoreIsUp();
    }

    /// <inheritdoc cref="StoreAnswered"/>
    public void StoreFailed(StoreCall call, long started)
    {
        _store.Failed[(int)call].Observe(Stopwatch.GetElapsedTime(started).TotalSeconds);
        StoreIsDown();
    }

    /// <summary>It answered, or could have stored a report.</summary>
    public void StoreIsUp() => _store.Up.IncTo(1);

    public void StoreIsDown() => _store.Up.DecTo(0);

    private void BatchEnded(Histogram.Child commits, int size, int waiting, TimeSpan elapsed)
    {
        commits.Observe(elapsed.TotalSeconds);
        _store.BatchSizes.Observe(size);
        _store.QueueLength.Set(waiting);
    }

    private sealed class StoreSeries
    {
        public StoreSeries(MetricFactory metrics)
        {
            var calls = metrics.CreateHistogram(
                "analyzer_store_duration_seconds", "A call of the store as its caller sees it.", ["call", "outcome"], Durations());
            Answered = LabelValues.ToArrayByEnum<StoreCall, Histogram.Child>(call => calls.WithLabels(call, "answered"));
            Failed = LabelValues.ToArrayByEnum<StoreCall, Histogram.Child>(call => calls.WithLabels(call, "failed"));

            var commits = metrics.CreateHistogram(
                "analyzer_store_commit_seconds",
                "From taking a batch of saves until it is on the disk, the flush included.",
                ["outcome"],
                Durations());
            Committed = commits.WithLabels("committed");
            NotCommitted = commits.WithLabels("failed");
            BatchSizes = metrics.CreateHistogram(
                "analyzer_store_batch_size",
                "Saves that shared one commit.",
                new HistogramConfiguration
                {
                    Buckets = Histogram.ExponentialBuckets(1, 2, 10), // up to the largest batch of a store
                    ExemplarBehavior = ExemplarBehavior.NoExemplars(),
                });
            QueueLength = metrics.CreateGauge(
                "analyzer_store_queue_length", "Saves that waited behind the last batch when it was written.");
            SavesRefused = metrics.CreateCounter(
                "analyzer_store_saves_refused_total", "Saves turned away because the queue was full.", NoExemplars());
            Up = metrics.CreateGauge("analyzer_store_up", "1 when the store could answer at the last check, else 0.");
        }

        public Histogram.Child[] Answered { get; }

        public Histogram.Child[] Failed { get; }

        public Histogram.Child Committed { get; }

        public Histogram.Child NotCommitted { get; }

        public Histogram BatchSizes { get; }

        public Gauge QueueLength { get; }

        public Counter SavesRefused { get; }

        public Gauge Up { get; }

        private static HistogramConfiguration Durations() => new()
        {
            Buckets = Buckets.Seconds,
            SuppressInitialValue = true,
            ExemplarBehavior = ExemplarBehavior.NoExemplars(),
        };
    }
}

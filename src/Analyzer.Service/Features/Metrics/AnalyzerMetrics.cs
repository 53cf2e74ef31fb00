using System.Collections.Concurrent;
using Analyzer.Core;
using Hosting.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>
/// Metrics of files and of the store; those of requests are in <see cref="Hosting.Tracing.Calls{TOperation,TOutcome}"/>. The methods are
/// named after events. Every labelled child is resolved once, so that an observation is a few additions and allocates nothing. Without <see
/// cref="HostSettings.Metrics"/> the methods do nothing.
/// </summary>
internal sealed partial class AnalyzerMetrics
{
    /// <summary>The engine knows a handful of media types; beyond this number they count as <c>other</c>.</summary>
    public const int MaxMediaTypes = 32;

    private readonly bool _enabled;
    private readonly Counter _receivedBytes;
    private readonly Counter _files;
    private readonly Counter.Child[] _removed;
    private readonly Histogram _waits;
    private readonly ConcurrentDictionary<string, Counter.Child[][]> _filesByMediaType = new();

    public AnalyzerMetrics(CollectorRegistry registry, IOptions<HostSettings> settings)
    {
        _enabled = settings.Value.Metrics;
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        _receivedBytes = metrics.CreateCounter(
            "analyzer_received_bytes_total", "Bytes of files that went through the analysis.", NoExemplars());
        _files = metrics.CreateCounter(
            "analyzer_files_total",
            "Submitted files, by verdict, type, and whether they were known.",
            ["verdict", "media_type", "known"],
            NoExemplars());
        var removed = metrics.CreateCounter(
            "analyzer_reports_removed_total", "Reports that were deleted.", ["reason"], NoExemplars());
        _removed = LabelValues.ToArrayByEnum<RemovalReason, Counter.Child>(reason => removed.WithLabels(reason));
        _waits = metrics.CreateHistogram(
            "analyzer_analysis_wait_seconds",
            "How long a piece of a file waited for a place in the analysis.",
            new HistogramConfiguration { Buckets = Buckets.Seconds, ExemplarBehavior = ExemplarBehavior.NoExemplars() });
        _store = new StoreSeries(metrics);
    }

    /// <summary>Reports were deleted from the store.</summary>
    public void ReportsRemoved(RemovalReason reason, int count)
    {
        if (_enabled)
        {
            _removed[(int)reason].Inc(count);
        }
    }

    /// <summary>A file was submitted, and its sender gets its verdict.</summary>
    /// <param name="known">The file had been submitted before.</param>
    public void FileSubmitted(Verdict verdict, string mediaType, bool known)
    {
        if (_enabled)
        {
            FilesOf(mediaType)[(int)verdict][known ? 1 : 0].Inc();
        }
    }

    /// <summary>A piece of a file has got its place in the analysis.</summary>
    public void PieceWaited(TimeSpan wait)
    {
        if (_enabled)
        {
            _waits.Observe(wait.TotalSeconds);
        }
    }

    /// <summary>A piece of a file has arrived.</summary>
    public void BytesReceived(long count)
    {
        if (_enabled)
        {
            _receivedBytes.Inc(count);
        }
    }

    private static CounterConfiguration NoExemplars() => new() { ExemplarBehavior = ExemplarBehavior.NoExemplars() };

    private Counter.Child[][] FilesOf(string mediaType)
    {
        if (_filesByMediaType.TryGetValue(mediaType, out var files))
        {
            return files;
        }

        var label = _filesByMediaType.Count < MaxMediaTypes ? mediaType : "other";
        return _filesByMediaType.GetOrAdd(label, ByVerdict);
    }

    private Counter.Child[][] ByVerdict(string mediaType) => LabelValues.ToArrayByEnum<Verdict, Counter.Child[]>(verdict =>
        [_files.WithLabels(verdict, mediaType, "false"), _files.WithLabels(verdict, mediaType, "true")]);
}

/// <summary>Why a report was deleted.</summary>
internal enum RemovalReason
{
    /// <summary>A client asked for it.</summary>
    Request,

    /// <summary>It was too old, or one too many.</summary>
    Retention,
}

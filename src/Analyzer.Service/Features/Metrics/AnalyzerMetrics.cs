using System.Collections.Concurrent;
using System.Diagnostics;
using Analyzer.Core;
using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Analyzer.Service.Features.Transport;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>
/// What the service tells of itself; the methods are named after what happened. Every labelled child is resolved here, once, so that
/// an observation is a few additions and allocates nothing. Without <see cref="AnalyzerOptions.Metrics"/> the methods do nothing.
/// </summary>
internal sealed partial class AnalyzerMetrics
{
    /// <summary>From here on a request is slow enough for its trace to be worth a look.</summary>
    public static readonly TimeSpan SlowRequest = TimeSpan.FromMilliseconds(250);

    /// <summary>The engine knows a handful of media types; what would make them more than this is counted as <c>other</c>.</summary>
    public const int MostMediaTypes = 32;

    private readonly bool _enabled;
    private readonly Histogram.Child[][][] _requests;
    private readonly Counter.Child[][] _refusals;
    private readonly Counter _receivedBytes;
    private readonly Counter _files;
    private readonly ConcurrentDictionary<string, Counter.Child[][]> _filesByMediaType = new();

    public AnalyzerMetrics(CollectorRegistry registry, Admission admission, IOptions<UploadLimits> limits, IOptions<AnalyzerOptions> options)
    {
        _enabled = options.Value.Metrics;
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        BuildInfo.AddTo(metrics);

        var requests = metrics.CreateHistogram(
            "analyzer_request_duration_seconds",
            "Requests that were not refused: from the handler's being called to its outcome, for an upload with the time to receive it.",
            new HistogramConfiguration
            {
                Buckets = Buckets.Seconds,
                LabelNames = ["operation", "transport", "outcome"],
                SuppressInitialValue = true,
                ExemplarBehavior = ExemplarBehavior.NoExemplars(),
            });
        _requests = LabelName.ForEach<Operation, Histogram.Child[][]>(operation =>
            LabelName.ForEach<TransportKind, Histogram.Child[]>(transport =>
                LabelName.ForEach<RequestOutcome, Histogram.Child>(outcome => requests.WithLabels(operation, transport, outcome))));

        var refusals = metrics.CreateCounter(
            "analyzer_refusals_total",
            "Requests that got no report or page, those whose client left among them. Each series begins at 0, so that its first refusal is a rate too.",
            "operation",
            "reason");
        _refusals = LabelName.ForEach<Operation, Counter.Child[]>(operation =>
            [.. Enum.GetValues<RefusalKind>().Select(kind => refusals.WithLabels(operation, RefusalTable.Of(kind).Slug))]);

        _receivedBytes = metrics.CreateCounter(
            "analyzer_received_bytes_total", "Bytes of files that went through the analysis.", NoExemplars());
        _files = metrics.CreateCounter(
            "analyzer_files_total",
            "Files submitted, by what they are.",
            ["verdict", "media_type", "known"],
            NoExemplars());

        ShowInFlight(registry, metrics, admission, limits.Value);
        _store = new StoreSeries(metrics);
    }

    /// <param name="transport">How it came.</param>
    /// <param name="outcome">What its sender is told.</param>
    /// <param name="started">Stopwatch ticks.</param>
    public void Submitted(TransportKind transport, Outcome<Submission> outcome, long started)
    {
        if (!_enabled)
        {
            return;
        }

        if (outcome.IsRefused(out var refusal, out var submission))
        {
            Refused(Operation.Submit, transport, refusal, started);
            return;
        }

        Answered(Operation.Submit, transport, submission.Known ? RequestOutcome.Known : RequestOutcome.New, started);
        FilesOf(submission.Stored.Report.MediaType)[(int)submission.Stored.Report.Verdict][submission.Known ? 1 : 0].Inc();
    }

    /// <inheritdoc cref="Submitted"/>
    public void LookedUp(TransportKind transport, Outcome<KnownReport> outcome, long started) =>
        Answered(Operation.Lookup, transport, outcome, RequestOutcome.Found, started);

    /// <inheritdoc cref="Submitted"/>
    public void Listed(TransportKind transport, Outcome<ReportPage> outcome, long started) =>
        Answered(Operation.List, transport, outcome, RequestOutcome.Listed, started);

    /// <summary>A request ended with an exception: a bug, or a client that left.</summary>
    public void Threw(Operation operation, TransportKind transport, Exception exception, long started)
    {
        if (_enabled)
        {
            if (exception is OperationCanceledException)
            {
                _refusals[(int)operation][(int)RefusalKind.ClientGone].Inc();
            }
            else
            {
                Answered(operation, transport, RequestOutcome.Failed, started);
            }
        }
    }

    /// <summary>A piece of a file has come.</summary>
    public void BytesReceived(long count)
    {
        if (_enabled)
        {
            _receivedBytes.Inc(count);
        }
    }

    private static CounterConfiguration NoExemplars() => new() { ExemplarBehavior = ExemplarBehavior.NoExemplars() };

    private static void ShowInFlight(CollectorRegistry registry, MetricFactory metrics, Admission admission, UploadLimits limits)
    {
        metrics.CreateGauge("analyzer_uploads_limit", "Uploads at once, beyond which one is refused.").Set(limits.MaxUploads);
        metrics.CreateGauge("analyzer_uploads_limit_bytes", "Bytes of all uploads at once, beyond which one is refused.").Set(limits.MaxBytesInFlight);
        var uploads = metrics.CreateGauge("analyzer_uploads_in_flight", "Uploads that hold a place now.");
        var bytes = metrics.CreateGauge("analyzer_uploads_in_flight_bytes", "Bytes that they declared, or that came of those that declared nothing.");
        registry.AddBeforeCollectCallback(() =>
        {
            uploads.Set(admission.Uploads);
            bytes.Set(admission.Bytes);
        });
    }

    private void Answered<T>(Operation operation, TransportKind transport, Outcome<T> outcome, RequestOutcome success, long started)
        where T : notnull
    {
        if (!_enabled)
        {
            return;
        }

        if (outcome.IsRefused(out var refusal, out _))
        {
            Refused(operation, transport, refusal, started);
        }
        else
        {
            Answered(operation, transport, success, started);
        }
    }

    private void Refused(Operation operation, TransportKind transport, Refusal refusal, long started)
    {
        // That a file is not known is what a look-up asks, and no reason to look at its trace.
        var refusals = _refusals[(int)operation][(int)refusal.Kind];
        if (refusal.Kind == RefusalKind.NotFound)
        {
            refusals.Inc(Exemplar.None);
            Answered(operation, transport, RequestOutcome.NotFound, started);
            return;
        }

        refusals.Inc();
        if (refusal.Kind == RefusalKind.StoreUnavailable)
        {
            Answered(operation, transport, RequestOutcome.Failed, started);
        }
    }

    private void Answered(Operation operation, TransportKind transport, RequestOutcome outcome, long started)
    {
        var elapsed = Stopwatch.GetElapsedTime(started);
        var remarkable = elapsed >= SlowRequest || outcome == RequestOutcome.Failed;
        _requests[(int)operation][(int)transport][(int)outcome]
            .Observe(elapsed.TotalSeconds, remarkable ? Exemplar.FromTraceContext() : Exemplar.None);
    }

    private Counter.Child[][] FilesOf(string mediaType)
    {
        if (_filesByMediaType.TryGetValue(mediaType, out var files))
        {
            return files;
        }

        var label = _filesByMediaType.Count < MostMediaTypes ? mediaType : "other";
        return _filesByMediaType.GetOrAdd(label, ByVerdict);
    }

    private Counter.Child[][] ByVerdict(string mediaType) => LabelName.ForEach<Verdict, Counter.Child[]>(verdict =>
        [_files.WithLabels(verdict, mediaType, "false"), _files.WithLabels(verdict, mediaType, "true")]);
}

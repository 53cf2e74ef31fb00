using Hosting.Meters;
using Hosting.Metrics;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Writing;
using Prometheus;

namespace Journal.Features.Metrics;

/// <summary>Metrics of received, written and signed data, and the log lines when the disk fails.</summary>
internal sealed partial class JournalMetrics : IWriterObserver
{
    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private readonly Dictionary<SourceKind, Counter.Child> _received;
    private readonly Counter _suspicious;
    private readonly Counter _frames;
    private readonly Counter _records;
    private readonly Counter _bytes;
    private readonly Counter _failures;
    private readonly Histogram _flush;
    private readonly Gauge _signedFrames;
    private readonly Gauge _signedAt;
    private bool _failing;

    public JournalMetrics(CollectorRegistry registry, ILogger<JournalMetrics> logger, TimeProvider time)
    {
        (_logger, _time) = (logger, time);
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var received = metrics.CreateCounter("journal_received_total", "Received messages, by listener.", "source");
        _received = Enum.GetValues<SourceKind>().Where(kind => kind != SourceKind.None)
            .ToDictionary(kind => kind, kind => received.WithLabels(kind.ToString().ToLowerInvariant()));
        _suspicious = metrics.CreateCounter("journal_suspicious_total", "Messages that were marked when they arrived.");
        _frames = metrics.CreateCounter("journal_frames_total", "Frames that are durable.");
        _records = metrics.CreateCounter("journal_records_total", "Records that are durable.");
        _bytes = metrics.CreateCounter("journal_stored_bytes_total", "Bytes of frames that are durable.");
        _failures = metrics.CreateCounter("journal_write_failures_total", "Times that writing a group of frames failed.");
        _flush = metrics.CreateHistogram(
            "journal_flush_seconds", "Time of a flush.", new HistogramConfiguration { Buckets = Buckets.Seconds });
        _signedFrames = metrics.CreateGauge("journal_signed_frames", "Frames that the last checkpoint covers.");
        _signedAt = metrics.CreateGauge("journal_signed_timestamp_seconds", "When the last checkpoint was written.");
    }

    /// <summary>Exports the running totals that the frames contain.</summary>
    public static void AddLosses(CollectorRegistry registry, LossAccounts losses) =>
        registry.Measure(
            "journal_lost", "Messages that are not stored, since the log began, by where they went.", ["where"], () =>
            [
                (["kernel"], losses.IsKernelTold ? losses.LostInKernel : double.NaN), // unknown, which is not 0
                (["here"], losses.LostHere),
                (["refused"], losses.Refused),
                (["missing"], losses.Missing),
            ]);

    public void Received(SourceKind kind, RecordMarks marks)
    {
        _received[kind].Inc();
        if ((marks & RecordMarks.Suspicious) != 0)
        {
            _suspicious.Inc();
        }
    }

    public void Committed(int frames, int records, long bytes, TimeSpan flush)
    {
        if (_failing)
        {
            _failing = false;
            Log.Recovered(_logger);
        }

        _frames.Inc(frames);
        _records.Inc(records);
        _bytes.Inc(bytes);
        _flush.Observe(flush.TotalSeconds);
    }

    public void Failed(Exception exception)
    {
        if (!_failing)
        {
            _failing = true;
            Log.Failed(_logger, exception.Message);
        }

        _failures.Inc();
    }

    public void Published(SignedNote checkpoint, long size)
    {
        _signedFrames.Set(size);
        _signedAt.Set(_time.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0);
    }

    public void PublishFailed(Exception exception) => Log.PublishFailed(_logger, exception.Message);

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Warning, "Records cannot be written to the disk; the journal tries again: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);

        [LoggerMessage(2, LogLevel.Information, "Records can be written to the disk again.")]
        public static partial void Recovered(ILogger logger);

        [LoggerMessage(3, LogLevel.Warning, "A checkpoint could not be written; the journal tries again: {Reason}")]
        public static partial void PublishFailed(ILogger logger, string reason);
    }
}

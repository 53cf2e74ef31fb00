using System.Text;
using System.Threading.Channels;
using Journal.Features.Metrics;
using Journal.Features.Settings;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Journal.Features.Anchors;

/// <summary>Writes each new checkpoint to files on other mounts: what is there nobody on this disk can take back.</summary>
internal sealed partial class AnchorKeeper : IHostedService, IDisposable
{
    private readonly Channel<SignedNote> _notes = Channel.CreateBounded<SignedNote>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropOldest });
    private readonly Dictionary<string, long> _sizes;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Gauge _oldest;
    private readonly JournalMetrics _metrics;
    private readonly HashSet<string> _failing = [];
    private readonly Dictionary<string, double> _writtenAt = [];
    private Task _work = Task.CompletedTask;

    public AnchorKeeper(
        IOptions<JournalOptions> options, JournalMetrics metrics, CollectorRegistry registry, TimeProvider time,
        ILogger<AnchorKeeper> logger)
    {
        (_time, _logger, _metrics) = (time, logger, metrics);
        _sizes = options.Value.AnchorFiles.ToDictionary(file => file, _ => 0L);
        _oldest = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            "journal_oldest_anchor_timestamp_seconds", "When the anchor was written that is the oldest of the newest; 0 before the first.");
        metrics.CheckpointPublished += Take;
    }

    /// <summary>Frames that all anchors cover; null when none is configured.</summary>
    public long? Covered
    {
        get
        {
            lock (_sizes)
            {
                return _sizes.Count == 0 ? null : _sizes.Values.Min();
            }
        }
    }

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _work = Task.Run(RunAsync, CancellationToken.None);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        _notes.Writer.TryComplete();
        await _work.WaitAsync(cancellationToken);
    }

    public void Dispose() => _metrics.CheckpointPublished -= Take;

    private void Take(SignedNote note) => _notes.Writer.TryWrite(note);

    private async Task RunAsync()
    {
        await foreach (var note in _notes.Reader.ReadAllAsync())
        {
            foreach (var file in _sizes.Keys.ToList())
            {
                Write(file, note);
            }
        }
    }

    private void Write(string file, SignedNote note)
    {
        try
        {
            using (var stream = new FileStream(file, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
            {
                stream.Write(Encoding.UTF8.GetBytes(Anchor.ToLine(note, _time.GetUtcNow())));
                stream.Flush(flushToDisk: true);
            }

            _failing.Remove(file);
            lock (_sizes)
            {
                _sizes[file] = Checkpoint.Parse(note.Text).Size;
            }

            _writtenAt[file] = _time.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0;
            _oldest.Set(_writtenAt.Count == _sizes.Count ? _writtenAt.Values.Min() : 0);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            if (_failing.Add(file))
            {
                Log.Failed(_logger, file, exception.Message);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(20, LogLevel.Warning, "The anchor {File} does not take checkpoints; the journal tries with each one: {Reason}")]
        public static partial void Failed(ILogger logger, string file, string reason);
    }
}

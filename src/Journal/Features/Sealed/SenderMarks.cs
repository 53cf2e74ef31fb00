using System.Threading.Channels;
using Journal.Features.Ingest;
using Journal.Features.Metrics;
using Journal.Log.Signing;

namespace Journal.Features.Sealed;

/// <summary>
/// Keeps how far each sender has come, with every checkpoint and at the end. After a crash a second's worth may come again: records of a
/// session that began before the start are marked. Nobody knows then whether that second's worth is missing, and it does not count as such.
/// </summary>
internal sealed partial class SenderMarks : BackgroundService
{
    private readonly Channel<bool> _signals = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropOldest });
    private readonly SealedIntake _intake;
    private readonly Inlet _inlet;
    private readonly JournalMetrics _metrics;
    private readonly ILogger _logger;

    public SenderMarks(SealedIntake intake, Inlet inlet, JournalMetrics metrics, ILogger<SenderMarks> logger)
    {
        (_intake, _inlet, _metrics, _logger) = (intake, inlet, metrics, logger);
        metrics.CheckpointPublished += Signal;
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        _metrics.CheckpointPublished -= Signal;
        await base.StopAsync(cancellationToken);
        Save();
        SaveEnd();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await foreach (var _ in _signals.Reader.ReadAllAsync(stoppingToken))
        {
            Save();
        }
    }

    private void Signal(SignedNote checkpoint) => _signals.Writer.TryWrite(true);

    private void SaveEnd()
    {
        if (_intake.Senders.Count > 0 && _intake.Senders.All(sender => sender.Changed() is null))
        {
            try
            {
                _intake.Folder.SaveEnd(_inlet.NextSequence);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                Log.EndFailed(_logger, exception.Message);
            }
        }
    }

    private void Save()
    {
        foreach (var sender in _intake.Senders)
        {
            if (sender.Changed() is { } mark)
            {
                try
                {
                    _intake.Folder.Save(sender.Sender.Source.Name, mark);
                    sender.Saved(mark);
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    Log.Failed(_logger, sender.Sender.Source.Name, exception.Message);
                }
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(32, LogLevel.Warning, "How far the sender {Name} has come cannot be kept: {Reason}")]
        public static partial void Failed(ILogger logger, string name, string reason);

        [LoggerMessage(33, LogLevel.Warning, "Whether the senders' marks are exact cannot be kept: {Reason}")]
        public static partial void EndFailed(ILogger logger, string reason);
    }
}

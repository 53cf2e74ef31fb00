using System.Threading.Channels;
using Journal.Features.Ingest;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Features.Sealed;

/// <summary>
/// Saves, with every checkpoint and at the end, the last number of each sender that is on the disk with all before it. After a crash,
/// datagrams of the last seconds may arrive again: records of a session that began before the start are marked. It is unknown which
/// datagrams of these seconds are missing, so none counts as missing.
/// </summary>
internal sealed partial class SenderMarks : BackgroundService
{
    private readonly Channel<bool> _signals = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropOldest });
    private readonly SealedIntake _intake;
    private readonly Ingester _ingester;
    private readonly JournalWriter _writer;
    private readonly ILogger _logger;

    public SenderMarks(SealedIntake intake, Ingester ingester, JournalWriter writer, ILogger<SenderMarks> logger)
    {
        (_intake, _ingester, _writer, _logger) = (intake, ingester, writer, logger);
        writer.Published += Signal;
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        _writer.Published -= Signal;
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
        if (_intake.Senders.Count > 0 && _intake.Senders.All(sender => sender.IsSaved))
        {
            try
            {
                _intake.Folder.SaveEnd(_ingester.NextSequence);
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
        [LoggerMessage(32, LogLevel.Warning, "The last number of the sender {Name} cannot be saved: {Reason}")]
        public static partial void Failed(ILogger logger, string name, string reason);

        [LoggerMessage(33, LogLevel.Warning, "It cannot be saved whether the senders' marks are exact: {Reason}")]
        public static partial void EndFailed(ILogger logger, string reason);
    }
}

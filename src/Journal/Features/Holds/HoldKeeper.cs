using Journal.Features.Storage;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Holds;

/// <summary>Records in the log, within a second, that a hold was added or released.</summary>
internal sealed partial class HoldKeeper(JournalFolder folder, JournalWriter writer, TimeProvider time, ILogger<HoldKeeper> logger)
    : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);
    private static readonly RecordSource Source = new(SourceKind.Http, "journal hold");

    private readonly HoldFolder _holds = new(folder);
    private string? _trouble;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        do
        {
            try
            {
                await RecordAsync(stoppingToken);
                _trouble = null;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
            {
                if (_trouble != exception.Message)
                {
                    Log.Failed(logger, _trouble = exception.Message);
                }
            }
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }

    private async Task RecordAsync(CancellationToken cancellationToken)
    {
        foreach (var hold in _holds.Read())
        {
            if (!_holds.IsRecorded(hold.Name, isRelease: false))
            {
                await RecordAsync(hold.Name, isRelease: false, new
                {
                    app = "journal",
                    @event = "hold added",
                    name = hold.Name,
                    from = Hold.Text(hold.From, "the beginning"),
                    to = Hold.Text(hold.To, "all that comes"),
                    reason = hold.Reason,
                    by = hold.AddedBy,
                    at = hold.AddedAt,
                }, cancellationToken);
            }

            if (_holds.ReleaseOf(hold.Name) is { } release)
            {
                await RecordAsync(hold.Name, isRelease: true, new
                {
                    app = "journal",
                    @event = "hold released",
                    name = hold.Name,
                    reason = release.Reason,
                    by = release.ReleasedBy,
                    at = release.ReleasedAt,
                }, cancellationToken);
            }
        }
    }

    private async Task RecordAsync(string name, bool isRelease, object content, CancellationToken cancellationToken)
    {
        var frame = await OwnRecords.WriteAsync(writer, Source, content, time, cancellationToken);
        _holds.SetRecorded(name, isRelease, frame.FirstSequence);
        Log.Recorded(logger, name, isRelease ? "released" : "added");
    }

    private static partial class Log
    {
        [LoggerMessage(40, LogLevel.Information, "The hold {Name} was {Change}, and the log says so.")]
        public static partial void Recorded(ILogger logger, string name, string change);

        [LoggerMessage(41, LogLevel.Warning,
            "A hold could not be recorded; nothing is deleted meanwhile, and the journal tries again: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);
    }
}

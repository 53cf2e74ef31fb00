using Journal.Features.Anchors;
using Journal.Features.Holds;
using Journal.Features.Settings;
using Journal.Log.Folders;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;

namespace Journal.Features.Retention;

/// <summary>Deletes old segments, once a minute.</summary>
internal static class SegmentRetentionFeature
{
    public static void AddRetention(this IServiceCollection services) => services.AddHostedService<RetentionKeeper>();
}

/// <summary>Checks once a minute which segments are old enough and anchored.</summary>
internal sealed partial class RetentionKeeper(
    JournalFolder folder, JournalWriter writer, AnchorKeeper anchors, IOptions<JournalOptions> options, TimeProvider time,
    ILogger<RetentionKeeper> logger) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromMinutes(1);

    public override Task StartAsync(CancellationToken cancellationToken) =>
        options.Value.Retention is not null && options.Value.AnchorStores.Count == 0
            ? throw new JournalRefusedException(
                "Journal:Retention deletes only what an anchor covers, and Journal:Anchors names none. Name a file on another mount.")
            : base.StartAsync(cancellationToken);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (options.Value.Retention is not { } age)
        {
            return;
        }

        var holds = new HoldFolder(folder);
        var retention = new SegmentRetention(folder, writer)
        {
            IsHeld = (segment, next) => holds.Read().Any(hold => hold.Holds(segment, next)),
        };
        using var timer = new PeriodicTimer(Period, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            try
            {
                var deleted = await retention.DeleteAsync(
                    Clock.Microseconds(time.GetUtcNow() - age), anchors.Covered ?? 0, stoppingToken);
                if (deleted > 0)
                {
                    Log.Deleted(logger, deleted);
                }
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
            {
                Log.Failed(logger, exception.Message);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(30, LogLevel.Information, "{Count} segments were older than Journal:Retention, and were deleted.")]
        public static partial void Deleted(ILogger logger, int count);

        [LoggerMessage(31, LogLevel.Warning, "Old segments could not be deleted; the journal tries again: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);
    }
}

using Microsoft.Extensions.Options;
using Prober.Features.History.Storage;
using Prober.Features.Settings;

namespace Prober.Features.History;

/// <summary>
/// Deletes old rows, a few at a time: changes, pauses, corrections and messages after the set time, sums after 30 days.
/// </summary>
internal sealed partial class HistoryRetention(
    HistoryFile file, IOptions<ProberOptions> options, TimeProvider time, ILogger<HistoryRetention> logger) : BackgroundService
{
    private const int Batch = 1000;
    private static readonly TimeSpan Period = TimeSpan.FromHours(1);
    private static readonly TimeSpan SumsKept = TimeSpan.FromDays(30);

    /// <returns>The number of deleted rows.</returns>
    public static async Task<int> PruneAsync(HistoryFile file, TimeSpan retention, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var (changes, hours) = ((now - retention).ToUnixTimeMilliseconds(), (now - SumsKept).ToUnixTimeMilliseconds());
        var all = 0;
        for (var count = Batch; count >= Batch;)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await file.WriteAsync(writer => count = writer.Prune(changes, hours, Batch));
            all += count;
        }

        return all;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            try
            {
                Log.Pruned(logger, await PruneAsync(file, options.Value.Retention, time.GetUtcNow(), stoppingToken));
            }
            catch (HistoryUnavailableException exception)
            {
                Log.NotPruned(logger, exception.Message);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(35, LogLevel.Debug, "{Rows} rows were too old, and were deleted.")]
        public static partial void Pruned(ILogger logger, int rows);

        [LoggerMessage(36, LogLevel.Warning, "Old rows could not be deleted; the prober tries again in an hour: {Reason}")]
        public static partial void NotPruned(ILogger logger, string reason);
    }
}

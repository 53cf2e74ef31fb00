using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Reports;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Retention;

/// <summary>
/// Deletes reports that are too old or too many, once a minute and batch by batch. After each batch it rests nine times as long as that
/// took, so that it uses at most a tenth of the store's time. If that is not enough for the new reports, it logs that once.
/// </summary>
internal sealed partial class RetentionService(
    ReportCache reports, IOptions<RetentionOptions> options, AnalyzerMetrics metrics, TimeProvider time, ILogger<RetentionService> log)
    : BackgroundService
{
    private const int Rest = 9;

    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan ShortestRest = TimeSpan.FromMilliseconds(50);

    private bool _isBehind;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (!options.Value.IsOn)
        {
            return;
        }

        try
        {
            using var minutes = new PeriodicTimer(Interval, time);
            do
            {
                await RunAsync(stoppingToken);
            }
            while (await minutes.WaitForNextTickAsync(stoppingToken));
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The deleted batches are gone; the next start continues.
        }
    }

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        var rule = new RetentionRule(time.GetUtcNow() - options.Value.MaxAge, options.Value.MaxReports);
        var removed = 0L;
        var begun = time.GetTimestamp();
        try
        {
            var started = begun;
            await foreach (var batch in reports.PruneAsync(rule, cancellationToken))
            {
                removed += batch.Count;
                metrics.ReportsRemoved(RemovalReason.Retention, batch.Count);
                var rest = time.GetElapsedTime(started) * Rest;
                await Task.Delay(rest > ShortestRest ? rest : ShortestRest, time, cancellationToken);
                TellIfBehind(begun);
                started = time.GetTimestamp();
            }

            _isBehind &= IsLong(begun);
        }
        catch (StoreUnavailableException unavailable)
        {
            Log.Failed(log, unavailable.Message);
        }
        finally
        {
            if (removed > 0)
            {
                Log.Removed(log, removed);
            }
        }
    }

    private void TellIfBehind(long begun)
    {
        if (!_isBehind && IsLong(begun))
        {
            _isBehind = true;
            Log.Behind(log);
        }
    }

    private bool IsLong(long begun) => time.GetElapsedTime(begun) > Interval;

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "Retention deleted {Count} reports.")]
        public static partial void Removed(ILogger logger, long count);

        [LoggerMessage(2, LogLevel.Warning, "Retention stopped until the next minute: {Why}")]
        public static partial void Failed(ILogger logger, string why);

        [LoggerMessage(3, LogLevel.Warning, "Retention has not caught up within a minute: the store still holds too many reports.")]
        public static partial void Behind(ILogger logger);
    }
}

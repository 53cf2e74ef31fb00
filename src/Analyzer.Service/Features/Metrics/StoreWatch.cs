using Analyzer.Core;

namespace Analyzer.Service.Features.Metrics;

/// <summary>
/// Asks the store now and then whether it could take a save, so that an idle service's metrics know it too. A scrape must not: it
/// would wait for as long as the store does.
/// </summary>
internal sealed class StoreWatch(IReportStore store, TimeProvider time) : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Interval, time);
        do
        {
            try
            {
                await store.CheckAsync(stoppingToken);
            }
            catch (Exception exception) when (exception is not OperationCanceledException)
            {
                // MeteredReportStore has seen it; whoever needs the store is told.
            }
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }
}

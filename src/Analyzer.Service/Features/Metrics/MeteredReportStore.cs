using System.Diagnostics;
using Analyzer.Core;

namespace Analyzer.Service.Features.Metrics;

/// <summary>Any store, with each call timed.</summary>
internal sealed class MeteredReportStore(IReportStore store, AnalyzerMetrics metrics) : IReportStore, IAsyncDisposable
{
    public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) =>
        TimedAsync(StoreCall.Save, report, static (store, report, token) => new ValueTask<SaveResult>(store.SaveAsync(report, token)), cancellationToken).AsTask();

    public ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        TimedAsync(StoreCall.Find, id, static (store, id, token) => store.FindAsync(id, token), cancellationToken);

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) =>
        TimedAsync(StoreCall.List, query, static (store, query, token) => new ValueTask<ReportPage>(store.ListAsync(query, token)), cancellationToken).AsTask();

    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        try
        {
            await store.CheckAsync(cancellationToken);
            metrics.StoreIsUp();
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreIsDown();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        switch (store)
        {
            case IAsyncDisposable disposable:
                await disposable.DisposeAsync();
                break;
            case IDisposable disposable:
                disposable.Dispose();
                break;
        }
    }

    /// <param name="which">For the label.</param>
    /// <param name="argument">Handed over beside the call, which so captures nothing: a call that is answered at once allocates nothing here.</param>
    /// <param name="call">Of the store.</param>
    /// <param name="cancellationToken">Likewise.</param>
    private async ValueTask<TResult> TimedAsync<TArgument, TResult>(
        StoreCall which, TArgument argument, Func<IReportStore, TArgument, CancellationToken, ValueTask<TResult>> call, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            var answer = await call(store, argument, cancellationToken);
            metrics.StoreAnswered(which, started);
            return answer;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreFailed(which, started);
            throw;
        }
    }
}

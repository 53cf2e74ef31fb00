using System.Diagnostics;
using Analyzer.Core;

namespace Analyzer.Service.Features.Metrics;

/// <summary>Any store, with each call timed.</summary>
internal sealed class MeteredReportStore(IReportStore store, AnalyzerMetrics metrics) : IReportStore, IAsyncDisposable
{
    public async Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            var saved = await store.SaveAsync(report, cancellationToken);
            metrics.StoreAnswered(StoreCall.Save, started);
            return saved;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreFailed(StoreCall.Save, started);
            throw;
        }
    }

    public async ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            var report = await store.FindAsync(id, cancellationToken);
            metrics.StoreAnswered(StoreCall.Find, started);
            return report;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreFailed(StoreCall.Find, started);
            throw;
        }
    }

    public async Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            var page = await store.ListAsync(query, cancellationToken);
            metrics.StoreAnswered(StoreCall.List, started);
            return page;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreFailed(StoreCall.List, started);
            throw;
        }
    }

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
}

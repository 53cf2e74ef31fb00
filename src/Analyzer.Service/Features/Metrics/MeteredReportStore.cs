using System.Diagnostics;
using System.Runtime.CompilerServices;
using Analyzer.Core;

namespace Analyzer.Service.Features.Metrics;

/// <summary>Any store, with each call timed.</summary>
internal sealed class MeteredReportStore(IReportStore store, AnalyzerMetrics metrics) : IReportStore, IAsyncDisposable
{
    public Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken) => TimedAsync(
        StoreCall.Save,
        report,
        static (store, report, token) => new ValueTask<SaveResult>(store.SaveAsync(report, token)),
        cancellationToken).AsTask();

    public ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        TimedAsync(StoreCall.Find, id, static (store, id, token) => store.FindAsync(id, token), cancellationToken);

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => TimedAsync(
        StoreCall.List,
        query,
        static (store, query, token) => new ValueTask<ReportPage>(store.ListAsync(query, token)),
        cancellationToken).AsTask();

    public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken) => TimedAsync(
        StoreCall.Delete,
        id,
        static (store, id, token) => new ValueTask<bool>(store.DeleteAsync(id, token)),
        cancellationToken).AsTask();

    /// <remarks>A batch is a call: the time between two of them is the caller's.</remarks>
    public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
        RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var batches = store.PruneAsync(rule, cancellationToken).GetAsyncEnumerator(cancellationToken);
        while (await TimedAsync(StoreCall.Prune, batches, static (_, batches, _) => batches.MoveNextAsync(), cancellationToken))
        {
            yield return batches.Current;
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

    public ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) => store.IdentifyAsync(cancellationToken);

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

    /// <param name="which">The label.</param>
    /// <param name="argument">Passed to the call, so that it captures nothing: a call that returns at once allocates nothing here.</param>
    /// <param name="call">Asks the store.</param>
    /// <param name="cancellationToken">Handed to the call.</param>
    private async ValueTask<TResult> TimedAsync<TArgument, TResult>(
        StoreCall which,
        TArgument argument,
        Func<IReportStore, TArgument, CancellationToken, ValueTask<TResult>> call,
        CancellationToken cancellationToken)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            var response = await call(store, argument, cancellationToken);
            metrics.StoreAnswered(which, started);
            return response;
        }
        catch (ReportDamagedException)
        {
            metrics.StoreAnswered(which, started); // the store works: only one report is damaged
            throw;
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            metrics.StoreFailed(which, started);
            throw;
        }
    }
}

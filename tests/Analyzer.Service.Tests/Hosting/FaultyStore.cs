using Analyzer.Core;

namespace Analyzer.Service.Tests.Hosting;

/// <summary>A store that can be switched off and held up, over one that works.</summary>
internal sealed class FaultyStore(IReportStore inner) : IReportStore, IAsyncDisposable
{
    public bool Down { get; set; }

    /// <summary>When set, a save waits for it.</summary>
    public TaskCompletionSource? Gate { get; set; }

    /// <summary>When set, a look-up waits for it.</summary>
    public TaskCompletionSource? FindGate { get; set; }

    public async Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        if (Gate is { } gate)
        {
            await gate.Task.WaitAsync(cancellationToken);
        }

        return await inner.SaveAsync(report, cancellationToken);
    }

    public async ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        if (FindGate is { } gate)
        {
            await gate.Task.WaitAsync(cancellationToken);
        }

        return await inner.FindAsync(id, cancellationToken);
    }

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        return inner.ListAsync(query, cancellationToken);
    }

    public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        return inner.DeleteAsync(id, cancellationToken);
    }

    public IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(RetentionRule rule, CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        return inner.PruneAsync(rule, cancellationToken);
    }

    public Task CheckAsync(CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        return inner.CheckAsync(cancellationToken);
    }

    public ValueTask<string> IdentifyAsync(CancellationToken cancellationToken)
    {
        ThrowWhenDown();
        return inner.IdentifyAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (inner is IAsyncDisposable disposable)
        {
            await disposable.DisposeAsync();
        }
    }

    private void ThrowWhenDown()
    {
        if (Down)
        {
            throw new StoreUnavailableException("The store was switched off by a test.");
        }
    }
}

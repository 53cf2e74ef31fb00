namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Tests of a store on a fake cluster.</summary>
public abstract class FakeClusterTests : IAsyncDisposable
{
    private ElasticsearchReportStore? _store;

    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private protected FakeElasticsearch Server { get; } = new();

    private protected StoreObserver Observer { get; } = new();

    public async ValueTask DisposeAsync()
    {
        if (_store is not null)
        {
            await _store.DisposeAsync();
        }

        Server.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected ElasticsearchReportStore Open(ElasticsearchStoreOptions options, TimeProvider? time = null) =>
        _store = ElasticsearchReportStore.Create(options, Server, Observer, time);
}

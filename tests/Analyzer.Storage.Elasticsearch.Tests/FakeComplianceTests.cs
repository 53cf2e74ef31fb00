namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Runs on every machine. <see cref="RealComplianceTests"/> show that the fake is right.</summary>
public sealed class FakeComplianceTests : ReportStoreCompliance, IAsyncDisposable
{
    private readonly FakeElasticsearch _server = new();
    private ElasticsearchReportStore? _store;

    public async ValueTask DisposeAsync()
    {
        await CloseAsync();
        _server.Dispose();
    }

    protected override Task<IReportStore> OpenAsync()
    {
        _store = ElasticsearchReportStore.Create(TestStore.Options(), _server);
        return Task.FromResult<IReportStore>(_store);
    }

    protected override async Task CloseAsync()
    {
        if (_store is not null)
        {
            await _store.DisposeAsync();
        }
    }

    protected override Task RefreshAsync() => Task.CompletedTask;
}

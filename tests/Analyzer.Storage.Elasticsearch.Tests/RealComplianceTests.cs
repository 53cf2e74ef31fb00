using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Runs on a real server (<see cref="RealElasticsearch"/>).</summary>
[Trait("Category", "EndToEnd")]
public abstract class RealComplianceTests(RealElasticsearch server) : ReportStoreCompliance, IAsyncLifetime
{
    private ElasticsearchStoreOptions? _options;
    private ElasticsearchReportStore? _store;

    protected RealElasticsearch Server => server;

    public async ValueTask InitializeAsync() => _options = await server.SkipUnlessPresentAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await CloseAsync();
        if (_options is not null)
        {
            using var client = RealElasticsearch.CreateClient(_options);
            using var answer = await client.DeleteAsync($"/{_options.Alias}-v1", CancellationToken.None).Within();
        }
    }

    /// <summary>8 is the default, which every server understands.</summary>
    protected virtual int CompatibleWith => ClusterOptions.Version8;

    protected override async Task<IReportStore> OpenAsync()
    {
        _store = ElasticsearchReportStore.Create(_options!.With(cluster => cluster with { CompatibleWith = CompatibleWith }));
        await _store.InitializeAsync(Cancellation);
        await _store.CheckAsync(Cancellation); // a service is ready after this: on a busy machine the index takes seconds to answer
        return _store;
    }

    protected override async Task CloseAsync()
    {
        if (_store is not null)
        {
            await _store.DisposeAsync();
        }
    }

    protected override async Task RefreshAsync()
    {
        using var client = RealElasticsearch.CreateClient(_options!);
        using var answer = await client.PostAsync($"/{_options!.Alias}/_refresh", null, Cancellation);
        answer.EnsureSuccessStatusCode();
    }
}

using Analyzer.Core;
using Analyzer.Storage.Elasticsearch;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>An index of a cluster. It keeps checksums of its own: what is checked is that it is ours, answers, and takes writes.</summary>
internal sealed class ElasticsearchKind(IOptions<ElasticsearchOptions> cluster) : IStoreKind
{
    private const int LargeBatch = 1000;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public string Place => $"{cluster.Value.Alias} at {cluster.Value.Url}";

    private ElasticsearchStoreOptions Options => cluster.Value.ToStoreOptions();

    public IReportStore Open(StoreUse use, IStoreObserver? observer) => ElasticsearchReportStore.Create(
        use == StoreUse.Serve ? Options : Options with { MaxBatch = LargeBatch, Timeout = Patience, AttemptTimeout = Patience / 2 }, observer);

    public IReportReader OpenReader() => Open(StoreUse.Move, observer: null);

    public async Task<IReadOnlyList<string>> CheckAsync(CancellationToken cancellationToken)
    {
        await using var store = ElasticsearchReportStore.Create(Options);
        await store.InitializeAsync(cancellationToken);
        await store.CheckAsync(cancellationToken);
        return [];
    }
}

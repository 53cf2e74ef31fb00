using Analyzer.Core;
using Analyzer.Storage.Elasticsearch;
using Batching;
using Elasticsearch.Client.Transport;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>
/// An index of a cluster. The check is that it is ours, answers and takes writes, and that every report in it is as it was written.
/// </summary>
internal sealed class ElasticsearchProvider(IOptions<ClusterOptions> cluster, IOptions<ReportIndexOptions> index) : IStoreProvider
{
    private const int LargeBatch = 1000;
    private const int MaxProblems = 100;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public string Place => $"{index.Value.Alias} at {cluster.Value.Url}";

    private ElasticsearchStoreOptions Options => new()
    {
        Cluster = cluster.Value,
        Alias = index.Value.Alias,
        Shards = index.Value.Shards,
        Replicas = index.Value.Replicas,
    };

    /// <summary>For commands that read or write all of a store: nobody waits for a single answer.</summary>
    private ElasticsearchStoreOptions BulkOptions =>
        Options with { MaxBatch = LargeBatch, Timeout = Patience, AttemptTimeout = Patience / 2 };

    public IReportStore Open(StorePurpose purpose, IBatchObserver? observer) =>
        ElasticsearchReportStore.Create(purpose == StorePurpose.Serve ? Options : BulkOptions, observer);

    public IReportReader OpenReader() => Open(StorePurpose.Bulk, observer: null);

    public async Task<StoreCheck> CheckAsync(CancellationToken cancellationToken)
    {
        await using var store = ElasticsearchReportStore.Create(BulkOptions);
        await store.InitializeAsync(cancellationToken);
        await store.CheckAsync(cancellationToken);
        return await ReadAllAsync(store, cancellationToken);
    }

    private static async Task<StoreCheck> ReadAllAsync(ElasticsearchReportStore store, CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        var withoutChecksum = 0L;
        ReportCursor? after = null;
        do
        {
            var page = await store.ListAsync(
                new ReportQuery(ReportQuery.MaxLimit, After: after, Order: ReportOrder.OldestFirst), cancellationToken);
            problems.AddRange(page.Damaged.Select(id => $"Report {id}: its checksum differs."));
            withoutChecksum += page.WithoutChecksum;
            after = ReportCursor.TryParse(page.Next, out var next) ? next : null;
        }
        while (after is not null && problems.Count < MaxProblems);

        return new(problems, withoutChecksum);
    }
}

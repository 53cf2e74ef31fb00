using System.ComponentModel.DataAnnotations;
using Analyzer.Storage.Elasticsearch;
using Elasticsearch.Client.Transport;

namespace Analyzer.Service.Features.Storage;

/// <summary>
/// Which cluster holds the reports when <see cref="StorageOptions.Store"/> is <c>elasticsearch</c>: section <c>Elasticsearch</c> below the
/// host's.
/// </summary>
internal sealed class ElasticsearchOptions : ClusterSettings
{
    /// <inheritdoc cref="ElasticsearchStoreOptions.Alias"/>
    [Required]
    public string Alias { get; set; } = ElasticsearchStoreOptions.DefaultAlias;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Shards"/>
    public int Shards { get; set; } = ElasticsearchStoreOptions.DefaultShards;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Replicas"/>
    public int Replicas { get; set; } = ElasticsearchStoreOptions.DefaultReplicas;

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public ElasticsearchStoreOptions ToStoreOptions() =>
        Complete(new ElasticsearchStoreOptions { Nodes = Nodes, Alias = Alias, Shards = Shards, Replicas = Replicas });
}

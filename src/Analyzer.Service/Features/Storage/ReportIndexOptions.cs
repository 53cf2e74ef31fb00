using System.ComponentModel.DataAnnotations;
using Analyzer.Storage.Elasticsearch;

namespace Analyzer.Service.Features.Storage;

/// <summary>
/// Which index holds the reports when <see cref="StorageOptions.Store"/> is <c>elasticsearch</c>. The section holds the cluster's settings
/// too.
/// </summary>
internal sealed class ReportIndexOptions
{
    /// <inheritdoc cref="ElasticsearchStoreOptions.Alias"/>
    [Required]
    public string Alias { get; set; } = ElasticsearchStoreOptions.DefaultAlias;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Shards"/>
    public int Shards { get; set; } = ElasticsearchStoreOptions.DefaultShards;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Replicas"/>
    public int Replicas { get; set; } = ElasticsearchStoreOptions.DefaultReplicas;
}

using System.ComponentModel.DataAnnotations;
using Analyzer.Storage.Elasticsearch;

namespace Analyzer.Service.Features.Storage;

/// <summary>Which cluster holds the reports when <c>Analyzer:Store</c> is <c>elasticsearch</c>. Section <c>Analyzer:Elasticsearch</c>.</summary>
internal sealed class ElasticsearchOptions
{
    public const string Section = "Analyzer:Elasticsearch";

    /// <summary>Base addresses of the nodes, separated by commas. Default <c>http://127.0.0.1:9200</c>.</summary>
    [Required]
    public string Url { get; set; } = "http://127.0.0.1:9200";

    /// <inheritdoc cref="ElasticsearchStoreOptions.Alias"/>
    [Required]
    public string Alias { get; set; } = ElasticsearchStoreOptions.DefaultAlias;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Shards"/>
    public int Shards { get; set; } = ElasticsearchStoreOptions.DefaultShards;

    /// <inheritdoc cref="ElasticsearchStoreOptions.Replicas"/>
    public int Replicas { get; set; } = ElasticsearchStoreOptions.DefaultReplicas;

    /// <inheritdoc cref="ElasticsearchStoreOptions.UserName"/>
    public string? UserName { get; set; }

    public string? Password { get; set; }

    /// <inheritdoc cref="ElasticsearchStoreOptions.ApiKey"/>
    public string? ApiKey { get; set; }

    /// <inheritdoc cref="ElasticsearchStoreOptions.CertificateAuthorityFile"/>
    public string? CertificateAuthorityFile { get; set; }

    /// <inheritdoc cref="ElasticsearchStoreOptions.CertificateFingerprint"/>
    public string? CertificateFingerprint { get; set; }

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public ElasticsearchStoreOptions ToStoreOptions() => new()
    {
        Nodes = [.. Url.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(url => new Uri(url, UriKind.RelativeOrAbsolute))],
        Alias = Alias,
        Shards = Shards,
        Replicas = Replicas,
        UserName = UserName,
        Password = Password,
        ApiKey = ApiKey,
        CertificateAuthorityFile = CertificateAuthorityFile,
        CertificateFingerprint = CertificateFingerprint,
    };
}

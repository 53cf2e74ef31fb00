using Elasticsearch.Client.Bulk;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>Which cluster and index hold the reports.</summary>
public sealed record ElasticsearchStoreOptions : BulkOptions
{
    public const string DefaultAlias = "analyzer-reports";
    public const int DefaultShards = 1;
    public const int DefaultReplicas = 1;
    public static readonly TimeSpan DefaultCheckInterval = TimeSpan.FromSeconds(5);

    /// <summary>The name that the store reads and writes. The store creates a missing index as <c>{alias}-v1</c>.</summary>
    public string Alias { get; init; } = DefaultAlias;

    /// <summary>For an index that the store creates; an existing one keeps its own number.</summary>
    public int Shards { get; init; } = DefaultShards;

    /// <inheritdoc cref="Shards"/>
    public int Replicas { get; init; } = DefaultReplicas;

    /// <summary>How old the last durable write may be before a check asks the cluster.</summary>
    public TimeSpan CheckInterval { get; init; } = DefaultCheckInterval;

    /// <inheritdoc/>
    public override void Validate()
    {
        base.Validate();
        ValidateAlias();
        ArgumentOutOfRangeException.ThrowIfLessThan(Shards, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(Replicas, 0);
        ArgumentOutOfRangeException.ThrowIfLessThan(CheckInterval, TimeSpan.Zero);
    }

    private void ValidateAlias()
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(Alias);
        if (!Alias.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || c is '-' or '_') || !char.IsAsciiLetterLower(Alias[0]))
        {
            throw new ArgumentException(
                $"'{Alias}': an alias has lower-case letters, digits, - and _, and starts with a letter.", nameof(Alias));
        }
    }
}

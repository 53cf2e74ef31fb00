namespace Analyzer.Storage.Elasticsearch;

/// <summary>Which cluster, how to prove oneself there, and the bounds of what waits.</summary>
public sealed record ElasticsearchStoreOptions
{
    public const string DefaultAlias = "analyzer-reports";
    public const int DefaultShards = 1;
    public const int DefaultReplicas = 1;
    public const int DefaultMaxConnections = 64;
    public const int DefaultMaxBatch = 500;
    public const int DefaultMaxBatchBytes = 5 * 1024 * 1024;
    public const int DefaultBulksInFlight = 2;
    public const int DefaultQueueCapacity = 4096;
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(1.8);
    public static readonly TimeSpan DefaultAttemptTimeout = TimeSpan.FromSeconds(0.8);
    public static readonly TimeSpan DefaultLinger = TimeSpan.FromMilliseconds(2);
    public static readonly TimeSpan DefaultCheckInterval = TimeSpan.FromSeconds(5);
    public static readonly TimeSpan DefaultRevivalInterval = TimeSpan.FromSeconds(0.5);

    /// <summary>Base addresses of the nodes, or of what stands before them; requests go to each in turn.</summary>
    public required IReadOnlyList<Uri> Nodes { get; init; }

    /// <summary>The name the store reads and writes. The index behind it, made when absent, is <c>{alias}-v{schema}</c>.</summary>
    public string Alias { get; init; } = DefaultAlias;

    /// <summary>Of an index that is created; one that is there keeps its own.</summary>
    public int Shards { get; init; } = DefaultShards;

    /// <inheritdoc cref="Shards"/>
    public int Replicas { get; init; } = DefaultReplicas;

    /// <summary>For basic authentication, together with <see cref="Password"/>.</summary>
    public string? UserName { get; init; }

    public string? Password { get; init; }

    /// <summary>The <c>encoded</c> form of an API key, base64 of <c>id:key</c>. Takes the place of a user.</summary>
    public string? ApiKey { get; init; }

    /// <summary>PEM file of the authorities that may have signed the nodes' certificates; null for those the system trusts.</summary>
    public string? CertificateAuthorityFile { get; init; }

    /// <summary>
    /// SHA-256, 64 hex digits, of a node's certificate, or of an authority's that signed it and that the node sends along (Elasticsearch
    /// sends its own). Takes the place of a file.
    /// </summary>
    public string? CertificateFingerprint { get; init; }

    /// <summary>How long a call may take as a whole, retries and other nodes included, before the store counts as unavailable.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    /// <summary>How long one node may take before another is asked, while there is another.</summary>
    public TimeSpan AttemptTimeout { get; init; } = DefaultAttemptTimeout;

    /// <summary>Most connections to one node.</summary>
    public int MaxConnections { get; init; } = DefaultMaxConnections;

    /// <summary>Most saves in one bulk request.</summary>
    public int MaxBatch { get; init; } = DefaultMaxBatch;

    /// <summary>A bulk request takes no further save once it has so many bytes.</summary>
    public int MaxBatchBytes { get; init; } = DefaultMaxBatchBytes;

    /// <summary>Bulk requests under way at once.</summary>
    public int BulksInFlight { get; init; } = DefaultBulksInFlight;

    /// <summary>Most saves that wait for a bulk request; a further one is refused.</summary>
    public int QueueCapacity { get; init; } = DefaultQueueCapacity;

    /// <summary>How long a bulk request waits for more, while fewer came than lately were under way together.</summary>
    public TimeSpan Linger { get; init; } = DefaultLinger;

    /// <summary>How old the last durable write may be before a check asks the cluster.</summary>
    public TimeSpan CheckInterval { get; init; } = DefaultCheckInterval;

    /// <summary>How often a node that failed is asked whether it is back.</summary>
    public TimeSpan RevivalInterval { get; init; } = DefaultRevivalInterval;

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public void Validate()
    {
        ValidateNodes();
        ValidateAlias();
        ValidateTrust();
        ArgumentOutOfRangeException.ThrowIfLessThan(Shards, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(Replicas, 0);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxConnections, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatch, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxBatchBytes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(BulksInFlight, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(QueueCapacity, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(AttemptTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(Linger, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(CheckInterval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(RevivalInterval, TimeSpan.Zero);
    }

    private void ValidateNodes()
    {
        if (Nodes.Count == 0)
        {
            throw new ArgumentException("Name at least one node.", nameof(Nodes));
        }

        foreach (var node in Nodes)
        {
            if (!node.IsAbsoluteUri || node.Scheme is not ("http" or "https"))
            {
                throw new ArgumentException($"'{node}' is not an http or https address.", nameof(Nodes));
            }

            if (node.UserInfo.Length > 0)
            {
                throw new ArgumentException($"The address of {node.Host} holds a password: give it as an option.", nameof(Nodes));
            }
        }
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

    private void ValidateTrust()
    {
        if ((UserName is null) != (Password is null) || (UserName is not null && ApiKey is not null))
        {
            throw new ArgumentException("Give a user with a password, or an API key, or neither.", nameof(UserName));
        }

        if (CertificateFingerprint is { } hex && !(hex.Length == 64 && hex.All(char.IsAsciiHexDigit)))
        {
            throw new ArgumentException("A SHA-256 fingerprint has 64 hex digits.", nameof(CertificateFingerprint));
        }

        if (CertificateFingerprint is not null && CertificateAuthorityFile is not null)
        {
            throw new ArgumentException("Give a file of authorities or a fingerprint, not both.", nameof(CertificateFingerprint));
        }
    }
}

namespace Elasticsearch.Client.Transport;

/// <summary>A cluster, and how long to wait for it.</summary>
public record ClientOptions
{
    public const int DefaultMaxConnections = 64;
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(1.8);
    public static readonly TimeSpan DefaultAttemptTimeout = TimeSpan.FromSeconds(0.8);
    public static readonly TimeSpan DefaultRevivalInterval = TimeSpan.FromSeconds(0.5);

    public required ClusterOptions Cluster { get; init; }

    /// <summary>How long a call may take, with its retries on other nodes, before the cluster counts as unavailable.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    /// <summary>How long a node may take before another one is asked, if there is one.</summary>
    public TimeSpan AttemptTimeout { get; init; } = DefaultAttemptTimeout;

    /// <summary>The most connections to one node.</summary>
    public int MaxConnections { get; init; } = DefaultMaxConnections;

    /// <summary>How often a node that failed is asked whether it is back.</summary>
    public TimeSpan RevivalInterval { get; init; } = DefaultRevivalInterval;

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public virtual void Validate()
    {
        Cluster.Validate();
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxConnections, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(AttemptTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(RevivalInterval, TimeSpan.Zero);
    }
}

namespace Load.Systems.Analyzer.Stores;

/// <summary>
/// The ceiling of a store: its engine, driven by the lab itself with nothing in between, as durably and with the same columns
/// and indices as the analyzer keeps. Opened when first used; what it made is removed when it is disposed.
/// </summary>
internal interface IRawStore : IAsyncDisposable
{
    /// <summary>The number of reports in one transaction or bulk request.</summary>
    int BatchSize { get; }

    /// <summary>The number of concurrent requests.</summary>
    int AtOnce { get; }

    /// <summary>Writes a batch; it is durable when the call returns.</summary>
    Task WriteAsync(RawBatch batch, CancellationToken cancellationToken);
}

namespace Load.Systems.Analyzer.Stores;

/// <summary>
/// The ceiling of a store: its engine, driven by the lab itself with nothing in between, as durably and with the same columns
/// and indices as the analyzer keeps. Opened when first used; what it made is removed when it is disposed.
/// </summary>
internal interface IRawStore : IAsyncDisposable
{
    /// <summary>Reports in one transaction or bulk request.</summary>
    int BatchSize { get; }

    /// <summary>Such requests under way at once.</summary>
    int AtOnce { get; }

    /// <summary>Durable when it returns.</summary>
    Task WriteAsync(RawBatch batch, CancellationToken cancellationToken);
}

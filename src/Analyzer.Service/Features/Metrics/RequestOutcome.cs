namespace Analyzer.Service.Features.Metrics;

/// <summary>What became of a request that was not refused; a refusal is counted by its reason.</summary>
internal enum RequestOutcome
{
    /// <summary>Submitted, and not known before.</summary>
    New,

    /// <summary>Submitted, and known before.</summary>
    Known,

    Found,

    NotFound,

    /// <summary>A page of a list.</summary>
    Listed,

    /// <summary>The service could not, through no fault of the client: its store is away, or it has a bug.</summary>
    Failed,
}

namespace Analyzer.Service.Features.Metrics;

/// <summary>The operations that a client can ask for.</summary>
internal enum AnalyzerOperation
{
    Submit,
    Lookup,
    List,
    Delete,
}

/// <summary>The outcomes of a successful request; <see cref="Hosting.Tracing.Calls{TOperation,TOutcome}"/> has the others.</summary>
internal enum RequestOutcome
{
    /// <summary>Submitted, and not known before.</summary>
    New,

    /// <summary>Submitted, and known before.</summary>
    Known,

    Found,

    /// <summary>A page of a list.</summary>
    Listed,

    /// <summary>A report was deleted.</summary>
    Deleted,
}

namespace Analyzer.Core;

/// <summary>
/// Where reports live. One report per <see cref="FileId"/>; every method throws <see cref="StoreUnavailableException"/> when the
/// store cannot answer now, and never waits without a bound for one that is away.
/// </summary>
public interface IReportStore : IReportReader
{
    /// <summary>
    /// Durable when it returns. A report that is there already stays, and is handed back, unless its
    /// <see cref="AnalysisReport.Engine"/> is lesser: then the new one replaces it. Concurrent saves of one id all succeed.
    /// </summary>
    Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken);

    /// <summary>Returns when the store can take a save now, throws when it cannot.</summary>
    Task CheckAsync(CancellationToken cancellationToken);
}

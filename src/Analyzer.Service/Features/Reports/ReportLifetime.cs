namespace Analyzer.Service.Features.Reports;

/// <summary>How long reports are stored, as far as the cache needs to know.</summary>
internal sealed class ReportLifetime
{
    /// <summary>
    /// Stored reports may be deleted, by this service or by another one on the same store. Then no sender is told from the cache that a
    /// file is known, because the store might no longer have its report.
    /// </summary>
    public bool Ends { get; set; }
}

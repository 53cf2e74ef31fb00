namespace Analyzer.Core;

/// <summary>The half of a store that looks: see <see cref="IReportStore"/>.</summary>
public interface IReportReader
{
    /// <summary>Sees every save that has returned; null when there is none.</summary>
    ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken);

    /// <summary>Newest first, unless the query says otherwise. May lag behind the last saves by a second on a distributed store.</summary>
    Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken);
}

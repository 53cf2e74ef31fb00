namespace Analyzer.Core;

/// <summary>The reading half of a store (<see cref="IReportStore"/>).</summary>
public interface IReportReader
{
    /// <summary>Finds every report whose save has returned.</summary>
    /// <returns>Null when there is none.</returns>
    /// <exception cref="ReportDamagedException">It is not what was saved.</exception>
    ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken);

    /// <summary>Lists the newest first, unless the query says otherwise. A distributed store may lag a second behind its saves.</summary>
    Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken);
}

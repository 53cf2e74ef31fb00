using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>Looks up and lists on its callers' threads. Alone it changes nothing in the file, and works beside whoever writes to it.</summary>
public sealed class SqliteReportReader : IReportReader, IDisposable
{
    private readonly Database _database;
    private readonly ReaderPool _readers;

    internal SqliteReportReader(Database database, SqliteStoreOptions options)
    {
        _database = database;
        _readers = new ReaderPool(database, options);
    }

    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    /// <exception cref="StoreRefusedException">The file is another program's, or not of this version's schema.</exception>
    /// <exception cref="StoreUnavailableException">It is not there, or cannot be read now.</exception>
    public static SqliteReportReader Open(SqliteStoreOptions options)
    {
        options.Validate();
        var database = new Database(options);
        database.VerifyReadable();
        return new(database, options);
    }

    public async ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken)
    {
        var json = await _readers.ReadAsync(reader => reader.Find(id), cancellationToken);
        return json is null ? null : ReportRow.Parse(json, _database.Path);
    }

    public async Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(query.Limit, 1, nameof(query));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(query.Limit, ReportQuery.MaxLimit, nameof(query));

        // One more than asked for tells whether a page follows.
        var rows = await _readers.ReadAsync(reader => reader.List(query, query.Limit + 1), cancellationToken);
        var reports = rows.Take(query.Limit).Select(json => ReportRow.Parse(json, _database.Path)).ToList();
        return new(reports, rows.Count > query.Limit ? ReportCursor.Of(reports[^1]).ToString() : null);
    }

    public void Dispose() => _readers.Dispose();
}

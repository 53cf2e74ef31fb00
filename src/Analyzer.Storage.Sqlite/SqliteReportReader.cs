using Analyzer.Core;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Finds and lists reports, on the callers' threads. It never changes the file, and another process may write to it.</summary>
public sealed class SqliteReportReader : IReportReader, IDisposable
{
    private readonly Database<ReportWriter> _database;
    private readonly ReaderPool<ReportWriter, ReportReader> _readers;
    private readonly TimeSpan _patience;

    // A listing that finds little reads an index of all reports: 0.1 s for a million. Look-ups must not wait for many of them at once.
    private readonly SemaphoreSlim _lists;

    internal SqliteReportReader(Database<ReportWriter> database, SqliteStoreOptions options)
    {
        _database = database;
        _readers = new(database, connection => new ReportReader(connection), options);
        _patience = options.BusyTimeout;
        _lists = new SemaphoreSlim(Math.Max(1, options.Readers / 2));
    }

    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    /// <exception cref="StoreRefusedException">The file is another program's, or not of this version's schema.</exception>
    /// <exception cref="StoreUnavailableException">The file is missing, or cannot be read now.</exception>
    public static SqliteReportReader Open(SqliteStoreOptions options)
    {
        options.Validate();
        var database = new Database<ReportWriter>(Schema.Format, options);
        database.VerifyReadable();
        return new(database, options);
    }

    public ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) =>
        _readers.ReadAsync(id, static (reader, id) => reader.Find(id), cancellationToken);

    public async Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(query.Limit, 1, nameof(query));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(query.Limit, ReportQuery.MaxLimit, nameof(query));
        if (!await _lists.WaitAsync(_patience, cancellationToken))
        {
            throw new StoreUnavailableException($"Too many listings read {_database.Path} at once: try again.");
        }

        try
        {
            return await _readers.ReadAsync(reader => reader.List(query), cancellationToken);
        }
        finally
        {
            _lists.Release();
        }
    }

    internal ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) =>
        _readers.ReadAsync(reader => reader.Identity(), cancellationToken);

    /// <returns>The place of the n-th newest report; null when there are fewer.</returns>
    internal ValueTask<ReportCursor?> NewestAsync(long number, CancellationToken cancellationToken) =>
        _readers.ReadAsync(reader => reader.Newest(number), cancellationToken);

    public void Dispose() => _readers.Dispose();
}

using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Reports in one SQLite file: nothing to install, durable when a save returns. One thread writes, in shared transactions
/// (<see cref="GroupCommit"/>); look-ups run on their callers' threads and never wait for a write.
/// </summary>
public sealed class SqliteReportStore : IReportStore, IAsyncDisposable
{
    private readonly SqliteStoreOptions _options;
    private readonly TimeProvider _timeProvider;
    private readonly Database _database;
    private readonly SqliteReportReader _reader;
    private readonly GroupCommit _writer;

    private SqliteReportStore(SqliteStoreOptions options, IStoreObserver? observer, TimeProvider timeProvider)
    {
        _options = options;
        _timeProvider = timeProvider;
        _database = new Database(options);
        _reader = new SqliteReportReader(_database, options);
        _writer = new GroupCommit(_database, options, observer, timeProvider);
    }

    /// <summary>Opens the file, and creates or migrates it first where needed.</summary>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    /// <exception cref="StoreRefusedException">The file is another program's, or a newer version's; it was left as it is; or another
    /// process writes to it.</exception>
    /// <exception cref="StoreUnavailableException">The file cannot be created, read or written now.</exception>
    public static SqliteReportStore Open(SqliteStoreOptions options, IStoreObserver? observer = null, TimeProvider? timeProvider = null)
    {
        options.Validate();
        return new(options, observer, timeProvider ?? TimeProvider.System);
    }

    /// <summary>Reads the whole file, which may be in use, and looks whether it is sound. Takes seconds for a million reports.</summary>
    /// <returns>One sentence for each problem, at most 100; empty when there is none.</returns>
    /// <exception cref="StoreRefusedException">The file is another program's, or a newer version's.</exception>
    /// <exception cref="StoreUnavailableException">The file is not there, or cannot be read now.</exception>
    public static IReadOnlyList<string> IntegrityCheck(SqliteStoreOptions options, CancellationToken cancellationToken)
    {
        options.Validate();
        using var database = new Database(options);
        return database.CheckIntegrity(cancellationToken);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Cancelling ends the waiting, not the save: its transaction may be under way already, and the report may be stored or not.
    /// The same holds when a save was not done within <see cref="SqliteStoreOptions.SaveTimeout"/>.
    /// </remarks>
    public async Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();

        // Not looked up first: the writer finds out, in a transaction that flushes nothing when nothing is new, and for a new report
        // the look-up would take an eighth of a submission's CPU.
        var row = ReportRow.Of(report);
        var save = new PendingSave(row);
        _writer.Enqueue(save);
        await Bounded(save.Done, cancellationToken);
        var (outcome, earlier) = await save.Done;
        return earlier is null ? new(outcome, report, row.Json) : new(outcome, ReportRow.Parse(earlier, _database.Path), earlier);
    }

    public ValueTask<AnalysisReport?> FindAsync(FileId id, CancellationToken cancellationToken) => _reader.FindAsync(id, cancellationToken);

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) => _reader.ListAsync(query, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>
    /// A write that became durable within <see cref="SqliteStoreOptions.CheckInterval"/> is proof enough; otherwise one is made.
    /// </remarks>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (!File.Exists(_database.Path))
        {
            throw new StoreUnavailableException($"{_database.Path} was removed while in use: restart the service.");
        }

        if (_writer.SinceLastCommit is not { } age || age >= _options.CheckInterval)
        {
            var check = new PendingCheck();
            _writer.Enqueue(check);
            await Bounded(check.Done, cancellationToken);
        }
    }

    public async ValueTask DisposeAsync()
    {
        _reader.Dispose();
        await _writer.DisposeAsync();
        _database.Dispose();
    }

    private async Task Bounded(Task write, CancellationToken cancellationToken)
    {
        try
        {
            await write.WaitAsync(_options.SaveTimeout, _timeProvider, cancellationToken);
        }
        catch (TimeoutException e)
        {
            throw new StoreUnavailableException($"{_database.Path} was not written within {_options.SaveTimeout.TotalSeconds:0.#} s.", e);
        }
    }
}

using System.Runtime.CompilerServices;
using Analyzer.Core;
using Batching;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Reports in one SQLite file: there is nothing to install, and a report is durable when its save returns. One thread writes, in shared
/// transactions (<see cref="GroupCommit{TWriter}"/>). Look-ups run on their callers' threads and never wait for a write.
/// </summary>
public sealed class SqliteReportStore : IReportStore, IAsyncDisposable
{
    private const int SmallestPrune = 100;
    private const int LargestPrune = 10_000;

    /// <summary>A transaction that saves wait for may be so much longer.</summary>
    private static readonly TimeSpan BearablePrune = TimeSpan.FromMilliseconds(50);

    private readonly SqliteStoreOptions _options;
    private readonly TimeProvider _time;
    private readonly Database<ReportWriter> _database;
    private readonly SqliteReportReader _reader;
    private readonly GroupCommit<ReportWriter> _writer;

    private SqliteReportStore(SqliteStoreOptions options, IBatchObserver? observer, TimeProvider time)
    {
        _options = options;
        _time = time;
        _database = new(Schema.Format, options);
        _reader = new SqliteReportReader(_database, options);
        _writer = new(_database, options, observer, time);
    }

    /// <summary>Opens the file, and creates or migrates it first if needed.</summary>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    /// <exception cref="StoreRefusedException">
    /// The file belongs to another program or a newer version, and was left as it is; or another process writes to it.
    /// </exception>
    /// <exception cref="StoreUnavailableException">The file cannot be created, read or written now.</exception>
    public static SqliteReportStore Open(SqliteStoreOptions options, IBatchObserver? observer = null, TimeProvider? time = null)
    {
        options.Validate();
        return new(options, observer, time ?? TimeProvider.System);
    }

    /// <summary>Reads the whole file, which may be in use, and checks that it is sound. A million reports take seconds.</summary>
    /// <returns>One sentence for each problem, up to 100; empty when there is none.</returns>
    /// <exception cref="StoreRefusedException">The file is another program's, or a newer version's.</exception>
    /// <exception cref="StoreUnavailableException">The file is not there, or cannot be read now.</exception>
    public static IReadOnlyList<string> IntegrityCheck(SqliteStoreOptions options, CancellationToken cancellationToken)
    {
        options.Validate();
        using var database = new Database<ReportWriter>(Schema.Format, options);
        return database.CheckIntegrity(connection => Sqlite.IntegrityCheck.Run(connection, cancellationToken));
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Cancelling ends the waiting, not the save: its transaction may be under way already, and the report may be stored or not. The same
    /// holds when a save takes longer than <see cref="SqliteStoreOptions.SaveTimeout"/>.
    /// </remarks>
    public async Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();

        // There is no look-up first: the writer finds a known report itself, in a transaction that flushes nothing if nothing is new. For
        // a new report the look-up would cost an eighth of a submission's CPU.
        var row = ReportRow.Of(report);
        var save = new PendingSave(row);
        _writer.Enqueue(save);
        await Bounded(save.Done, cancellationToken);
        var (outcome, earlier) = await save.Done;
        return new(outcome, earlier is null ? new StoredReport(row.Json, report) : new StoredReport(earlier));
    }

    public ValueTask<StoredReport?> FindAsync(FileId id, CancellationToken cancellationToken) => _reader.FindAsync(id, cancellationToken);

    public Task<ReportPage> ListAsync(ReportQuery query, CancellationToken cancellationToken) =>
        _reader.ListAsync(query, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>Cancelling ends the waiting, not the deletion; so does <see cref="SqliteStoreOptions.SaveTimeout"/>.</remarks>
    public Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken) =>
        ChangeAsync(writer => writer.Delete(id), cancellationToken);

    /// <inheritdoc/>
    public async IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(
        RetentionRule rule, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (await FirstKeptAsync(rule, cancellationToken) is not { } end)
        {
            yield break;
        }

        var batch = new PruneBatch(SmallestPrune, LargestPrune, BearablePrune);
        while (await ChangeAsync(writer => TimedPrune(writer, end, batch), cancellationToken) is { Count: > 0 } deleted)
        {
            yield return deleted;
        }
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A write that became durable within <see cref="SqliteStoreOptions.CheckInterval"/> is proof enough. Otherwise this makes one.
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

    public async ValueTask<string> IdentifyAsync(CancellationToken cancellationToken) =>
        $"sqlite:{await _reader.IdentifyAsync(cancellationToken)}";

    public async ValueTask DisposeAsync()
    {
        _reader.Dispose();
        await _writer.DisposeAsync();
        _database.Dispose();
    }

    /// <returns>The place in the listing before which all reports go; null when all stay.</returns>
    private async ValueTask<ReportCursor?> FirstKeptAsync(RetentionRule rule, CancellationToken cancellationToken)
    {
        ReportCursor? oldest = rule.OldestTime is { } time ? new(time, default) : null;
        ReportCursor? last = rule.MaxReports is { } count ? await _reader.NewestAsync(count, cancellationToken) : null;
        return oldest is null || last?.AnalyzedAt >= oldest?.AnalyzedAt ? last : oldest;
    }

    /// <summary>The time is the writer's own: nobody knows for how much of a caller's waiting the batch is to blame.</summary>
    private List<FileId> TimedPrune(ReportWriter writer, ReportCursor end, PruneBatch batch)
    {
        var started = _time.GetTimestamp();
        var deleted = writer.Prune(end, batch.Size);
        batch.Took(_time.GetElapsedTime(started));
        return deleted;
    }

    private async Task<T> ChangeAsync<T>(Func<ReportWriter, T> change, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var pending = new PendingChange<ReportWriter, T>(change);
        _writer.Enqueue(pending);
        await Bounded(pending.Done, cancellationToken);
        return await pending.Done;
    }

    private async Task Bounded(Task write, CancellationToken cancellationToken)
    {
        try
        {
            await write.WaitAsync(_options.SaveTimeout, _time, cancellationToken);
        }
        catch (TimeoutException exception)
        {
            throw new StoreUnavailableException(
                $"{_database.Path} was not written within {_options.SaveTimeout.TotalSeconds:0.#} s.", exception);
        }
    }
}

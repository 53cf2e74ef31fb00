using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Opens connections to the one file, each set up the same way.</summary>
internal sealed class Database(SqliteStoreOptions options) : IDisposable
{
    // Pages of 4 KiB: a log of 256 MiB is copied into the database by the writer itself, while all saves wait, and is cut back to that. At 15,000
    // saves a second it grows by 90 MB a second: with 64 MiB that was each 0.7 s, before the Checkpointer had its turn, and the p99 of a save was half as
    // long again.
    private const int MaxLogPages = 65536;
    private const int PageBytes = 4096;

    // The writer inserts each digest at a random place of its index; with SQLite's default of 2 MB most of those pages are read again from the log.
    private const int WriterCacheKibibytes = 16 * 1024;

    private WriterClaim? _claim;

    public string Path { get; } = System.IO.Path.GetFullPath(options.Path);

    /// <summary>The file and its folder, created when absent, migrated, and with names that survive a power loss.</summary>
    /// <exception cref="StoreRefusedException">The file is not ours, a newer version's, or another process writes to it.</exception>
    /// <exception cref="StoreUnavailableException">It cannot be read or written.</exception>
    public ReportWriter Create()
    {
        var folder = System.IO.Path.GetDirectoryName(Path)!;
        return Explain(() =>
        {
            DirectoryEntry.Create(folder);
            _claim = WriterClaim.Take(Path, options.BusyTimeout);
            try
            {
                var writer = OpenWriter(SqliteOpenMode.ReadWriteCreate);

                // A file that cannot be written at all is found now. A full disk is not: what is stored can be read all the same.
                writer.Try();
                DirectoryEntry.Flush(folder);
                return writer;
            }
            catch
            {
                Dispose();
                throw;
            }
        });
    }

    /// <summary>After a failure: the file must still be there, and still be ours.</summary>
    /// <inheritdoc cref="Create"/>
    public ReportWriter ReopenWriter() => OpenWriter(SqliteOpenMode.ReadWrite);

    public SqliteConnection OpenCheckpointer() =>
        Open(SqliteOpenMode.ReadWrite, connection =>
        {
            connection.Execute("PRAGMA synchronous = FULL; PRAGMA checkpoint_fullfsync = ON;");
            return connection;
        });

    /// <summary>Changes nothing in the file, and does not need the store to be open.</summary>
    /// <exception cref="StoreRefusedException">The file is not ours, or a newer version's.</exception>
    /// <exception cref="StoreUnavailableException">It is not there, or cannot be read.</exception>
    public IReadOnlyList<string> CheckIntegrity(CancellationToken cancellationToken) =>
        Explain(() => Open(SqliteOpenMode.ReadOnly, connection =>
        {
            using (connection)
            {
                Schema.Verify(connection);
                return IntegrityCheck.Run(connection, cancellationToken);
            }
        }));

    /// <summary>For who only reads, and so cannot migrate.</summary>
    /// <exception cref="StoreRefusedException">The file is not ours, or not of this version's schema.</exception>
    /// <exception cref="StoreUnavailableException">It is not there, or cannot be read.</exception>
    public void VerifyReadable() => Explain(() => Open(SqliteOpenMode.ReadOnly, connection =>
    {
        using (connection)
        {
            Schema.Verify(connection);
            return Schema.IsCurrent(connection) ? true : throw new StoreRefusedException($"{Path} is of an older version: start the service on it once.");
        }
    }));

    public ReportReader OpenReader() => Open(SqliteOpenMode.ReadOnly, connection => new ReportReader(connection));

    /// <summary>Lets another process write.</summary>
    public void Dispose() => _claim?.Dispose();

    private ReportWriter OpenWriter(SqliteOpenMode mode) => Open(mode, connection =>
    {
        Schema.Verify(connection);

        // Without its log SQLite would lose the last commits with the power, at any setting that is fast enough.
        if (connection.Scalar("PRAGMA journal_mode = WAL") is not "wal")
        {
            throw new StoreRefusedException($"The file system of {Path} cannot share memory between connections: name a local folder.");
        }

        // FULL: the log is flushed at every commit. NORMAL would keep the file sound but lose the last commits with the power.
        // fullfsync: on macOS an fsync alone leaves the data in the drive's cache.
        connection.Execute($"""
            PRAGMA synchronous = FULL;
            PRAGMA fullfsync = ON;
            PRAGMA checkpoint_fullfsync = ON;
            PRAGMA wal_autocheckpoint = {MaxLogPages};
            PRAGMA journal_size_limit = {MaxLogPages * PageBytes};
            PRAGMA cache_size = -{WriterCacheKibibytes};
            """);
        Schema.Migrate(connection);
        if (options.MaxBytes is { } bytes)
        {
            connection.Execute($"PRAGMA max_page_count = {Math.Max(1, bytes / PageBytes)};");
        }

        return new ReportWriter(connection);
    });

    private T Open<T>(SqliteOpenMode mode, Func<SqliteConnection, T> prepare)
    {
        ShortSleep.Install();
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = Path,
            Mode = mode,
            Pooling = false, // the store keeps its own connections, with their prepared statements
            DefaultTimeout = Math.Max(1, (int)Math.Ceiling(options.BusyTimeout.TotalSeconds)),
        }.ToString());
        try
        {
            connection.Open();
            connection.Execute($"PRAGMA busy_timeout = {(int)options.BusyTimeout.TotalMilliseconds};");
            return prepare(connection);
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private T Explain<T>(Func<T> open)
    {
        try
        {
            return open();
        }
        catch (SqliteException e) when (e.SqliteErrorCode == SqliteFailure.NotADatabase)
        {
            throw new StoreRefusedException($"{Path} is not a database. It was left as it is: name another file for the reports.", e);
        }
        catch (SqliteException e)
        {
            throw SqliteFailure.Unavailable(e, Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreUnavailableException($"The folder of {Path} cannot be created: {e.Message}", e);
        }
    }
}

using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Opens connections to the one file, each set up the same way.</summary>
internal sealed class Database(SqliteStoreOptions options)
{
    // Pages of 4 KiB: the log may reach 16 MiB before it is copied into the database, and is cut back to that.
    private const int CheckpointPages = 4096;
    private const int PageBytes = 4096;

    public string Path { get; } = System.IO.Path.GetFullPath(options.Path);

    /// <summary>The file and its folder, created when absent, migrated, and with names that survive a power loss.</summary>
    /// <exception cref="StoreRefusedException">The file is not ours, or a newer version's.</exception>
    /// <exception cref="StoreUnavailableException">It cannot be read or written.</exception>
    public SqliteConnection Create()
    {
        var folder = System.IO.Path.GetDirectoryName(Path)!;
        try
        {
            DirectoryEntry.Create(folder);
            var connection = OpenWriter(SqliteOpenMode.ReadWriteCreate);
            DirectoryEntry.Flush(folder);
            return connection;
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
            throw new StoreUnavailableException($"The folder {folder} cannot be created: {e.Message}", e);
        }
    }

    /// <summary>After a failure: the file must still be there, and still be ours.</summary>
    public SqliteConnection ReopenWriter() => OpenWriter(SqliteOpenMode.ReadWrite);

    public SqliteConnection OpenReader() => Open(SqliteOpenMode.ReadOnly, _ => { });

    private SqliteConnection OpenWriter(SqliteOpenMode mode) => Open(mode, connection =>
    {
        Schema.Verify(connection);

        // FULL: the log is flushed at every commit. NORMAL would keep the file sound but lose the last commits with the power.
        // fullfsync: on macOS an fsync alone leaves the data in the drive's cache.
        connection.Execute($"""
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA fullfsync = ON;
            PRAGMA checkpoint_fullfsync = ON;
            PRAGMA wal_autocheckpoint = {CheckpointPages};
            PRAGMA journal_size_limit = {CheckpointPages * PageBytes};
            """);
        Schema.Migrate(connection);
        if (options.MaxBytes is { } bytes)
        {
            connection.Execute($"PRAGMA max_page_count = {Math.Max(1, bytes / PageBytes)};");
        }
    });

    private SqliteConnection Open(SqliteOpenMode mode, Action<SqliteConnection> prepare)
    {
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
            prepare(connection);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}

using Durable;
using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>
/// Opens connections to the file, all with the same settings. It throws the owner's two exceptions: the file must not be used, or cannot be
/// used now.
/// </summary>
public sealed class Database<TWriter>(SqliteFormat<TWriter> format, SqliteFileOptions options) : IDisposable
{
    // When the log has 256 MiB, in pages of 4 KiB, the writer copies it into the database itself while all saves wait. At 15,000 saves a
    // second the log grows by 90 MB a second: with 64 MiB this happened every 0.7 s, before the Checkpointer had its turn, and the p99 of
    // a save was half as long again.
    private const int MaxLogPages = 65536;
    private const int PageBytes = 4096;

    // Each digest goes to a random place in its index. With SQLite's default of 2 MB, most pages of the index are read from the log again.
    private const int WriterCacheKibibytes = 16 * 1024;

    private readonly SchemaSteps<TWriter> _schema = new(format);
    private FileLock? _claim;

    public SqliteFormat<TWriter> Format => format;

    public string Path { get; } = System.IO.Path.GetFullPath(options.Path);

    /// <summary>Creates the file and its folder if they are missing, migrates the file, and makes their names durable.</summary>
    public WriterConnection<TWriter> Create()
    {
        var folder = System.IO.Path.GetDirectoryName(Path)!;
        return Explain(() =>
        {
            LocalDisk.Instance.CreateFolders(folder);
            _claim = WriterClaim.Take(
                Path,
                () => format.Refused($"Another {format.Product} writes to {Path}: stop it first, or name another folder.", null),
                options.BusyTimeout);
            try
            {
                var writer = OpenWriter(SqliteOpenMode.ReadWriteCreate);

                // This finds a file that cannot be written at all, but not a full disk: there what is stored can still be read.
                writer.Try();
                LocalDisk.Instance.FlushFolder(folder);
                return writer;
            }
            catch
            {
                Dispose();
                throw;
            }
        });
    }

    /// <summary>Opens the file again after a failure. It must still be there, and still be ours.</summary>
    public WriterConnection<TWriter> ReopenWriter() => OpenWriter(SqliteOpenMode.ReadWrite);

    public SqliteConnection OpenCheckpointer() =>
        Open(SqliteOpenMode.ReadWrite, connection =>
        {
            connection.Execute("PRAGMA synchronous = FULL; PRAGMA checkpoint_fullfsync = ON;");
            return connection;
        });

    /// <summary>Reads the whole file and changes nothing. Nobody need have it open.</summary>
    /// <param name="check">Reads it, and returns one sentence for each problem.</param>
    public IReadOnlyList<string> CheckIntegrity(Func<SqliteConnection, IReadOnlyList<string>> check) =>
        Explain(() => Open(SqliteOpenMode.ReadOnly, connection =>
        {
            using (connection)
            {
                VerifyCurrent(connection);
                return check(connection);
            }
        }));

    /// <summary>Checks whether a reader, which cannot migrate, can use the file.</summary>
    public void VerifyReadable() => Explain(() => Open(SqliteOpenMode.ReadOnly, connection =>
    {
        using (connection)
        {
            VerifyCurrent(connection);
            return true;
        }
    }));

    public TReader OpenReader<TReader>(Func<SqliteConnection, TReader> prepare) => Open(SqliteOpenMode.ReadOnly, prepare);

    /// <summary>The owner's exception, with what a person can do.</summary>
    public Exception Unavailable(SqliteException exception) => format.Unavailable(SqliteFailure.Explain(exception, Path), exception);

    /// <summary>Releases the claim, so that another process may write.</summary>
    public void Dispose() => _claim?.Dispose();

    private void VerifyCurrent(SqliteConnection connection)
    {
        _schema.Verify(connection);
        if (!_schema.IsCurrent(connection))
        {
            var state = SchemaSteps<TWriter>.IsEmpty(connection) ? "holds nothing yet" : "is of an older version";
            throw format.Refused($"{Path} {state}: start the {format.Product} on it once.", null);
        }
    }

    private WriterConnection<TWriter> OpenWriter(SqliteOpenMode mode) => Open(mode, connection =>
    {
        _schema.Verify(connection);

        // Without the log, every setting that is fast enough would lose the last commits after a power loss.
        if (connection.Scalar("PRAGMA journal_mode = WAL") is not "wal")
        {
            throw format.Refused($"The file system of {Path} cannot share memory between connections: name a local folder.", null);
        }

        // FULL: the log is flushed at every commit. NORMAL would keep the file sound, but a power loss would take the last commits.
        // fullfsync: on macOS an fsync alone leaves the data in the drive's cache.
        connection.Execute($"""
            PRAGMA synchronous = FULL;
            PRAGMA fullfsync = ON;
            PRAGMA checkpoint_fullfsync = ON;
            PRAGMA wal_autocheckpoint = {MaxLogPages};
            PRAGMA journal_size_limit = {MaxLogPages * PageBytes};
            PRAGMA cache_size = -{WriterCacheKibibytes};
            """);
        _schema.Migrate(connection);
        if (options.MaxBytes is { } bytes)
        {
            connection.Execute($"PRAGMA max_page_count = {Math.Max(1, bytes / PageBytes)};");
        }

        return new WriterConnection<TWriter>(connection, format.Prepare(connection));
    });

    private T Open<T>(SqliteOpenMode mode, Func<SqliteConnection, T> prepare)
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
        catch (SqliteException exception) when (exception.SqliteErrorCode == SqliteFailure.NotADatabase)
        {
            throw format.Refused(
                $"{Path} is not a database. It was not changed. Name another file for the {format.Contents}.", exception);
        }
        catch (SqliteException exception)
        {
            throw Unavailable(exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw format.Unavailable($"The folder of {Path} cannot be created: {exception.Message}", exception);
        }
    }
}

using Microsoft.Data.Sqlite;

namespace Load.Systems.Analyzer.Stores;

/// <summary>One connection, set up as the service's writer is, one prepared statement, one flushed transaction after another.</summary>
internal sealed class RawSqlite : IRawStore
{
    /// <summary>With 64 submitters no transaction can hold more.</summary>
    private const int Submitters = 64;

    private readonly Lock _lock = new();
    private DirectoryInfo? _folder;
    private SqliteConnection? _connection;
    private SqliteCommand? _insert;
    private long _time;

    public int BatchSize => Submitters;

    public int AtOnce => 1;

    public Task WriteAsync(RawBatch batch, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            var insert = _insert ?? Open();
            using var transaction = _connection!.BeginTransaction();
            insert.Transaction = transaction;
            for (var i = 0; i < batch.Ids.Count; i++)
            {
                insert.Parameters[0].Value = batch.Ids[i];
                insert.Parameters[1].Value = ++_time;
                insert.Parameters[2].Value = batch.Reports[i];
                insert.ExecuteNonQuery();
            }

            transaction.Commit();
        }

        return Task.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        if (_connection is not null)
        {
            await _insert!.DisposeAsync();
            await _connection.DisposeAsync();
            _folder!.Delete(recursive: true);
        }
    }

    private SqliteCommand Open()
    {
        _folder = Directory.CreateTempSubdirectory("analyzer-lab-raw-");
        _connection = new SqliteConnection($"Data Source={Path.Combine(_folder.FullName, "raw.db")};Pooling=false");
        _connection.Open();
        using var setup = _connection.CreateCommand();
        setup.CommandText = """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA wal_autocheckpoint = 65536;
            PRAGMA cache_size = -16384;
            CREATE TABLE reports (
              n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, analyzed_at INTEGER NOT NULL, verdict TEXT NOT NULL,
              engine INTEGER NOT NULL, report TEXT NOT NULL);
            CREATE INDEX newest ON reports (analyzed_at, id);
            CREATE INDEX newest_of_verdict ON reports (verdict, analyzed_at, id);
            """;
        setup.ExecuteNonQuery();
        _insert = _connection.CreateCommand();
        _insert.CommandText = """
            INSERT INTO reports (id, analyzed_at, verdict, engine, report) VALUES ($id, $time, 'clean', 1, CAST($report AS TEXT))
            """;
        _insert.Parameters.Add("$id", SqliteType.Blob);
        _insert.Parameters.Add("$time", SqliteType.Integer);
        _insert.Parameters.Add("$report", SqliteType.Blob);
        return _insert;
    }
}

using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>The one connection that writes, and its statements. Used by one thread.</summary>
public sealed class WriterConnection<TWriter> : IDisposable
{
    private readonly SqliteCommand _begin;
    private readonly SqliteCommand _commit;
    private readonly SqliteCommand _changes;

    internal WriterConnection(SqliteConnection connection, TWriter statements)
    {
        (Connection, Statements) = (connection, statements);
        _begin = connection.Prepare("BEGIN IMMEDIATE");
        _commit = connection.Prepare("COMMIT");
        _changes = connection.Prepare("SELECT total_changes()");
    }

    public SqliteConnection Connection { get; }

    public TWriter Statements { get; }

    /// <summary>The rows that this connection has changed; a transaction that changes none writes nothing, and proves nothing.</summary>
    public long Changes => (long)_changes.ExecuteScalar()!;

    public void Begin() => _begin.ExecuteNonQuery();

    /// <summary>Everything is durable when this returns.</summary>
    public void Commit() => _commit.ExecuteNonQuery();

    /// <summary>Finds out whether the file can be written at all, but not whether there is room.</summary>
    public void Try()
    {
        Begin();
        Connection.Execute($"PRAGMA user_version = {Connection.Scalar("PRAGMA user_version")}; ROLLBACK;");
    }

    /// <summary>Rolls back an open transaction.</summary>
    public void Dispose() => Connection.Dispose();
}

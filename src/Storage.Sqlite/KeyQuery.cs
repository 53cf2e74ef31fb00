using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Storage.Sqlite;

/// <summary>
/// A compiled SELECT with one parameter, a key of bytes, that returns the first row. It calls SQLite itself, because
/// Microsoft.Data.Sqlite's work around each call costs more than finding out that a key is missing. For one caller at a time.
/// </summary>
public sealed class KeyQuery : IDisposable
{
    private readonly sqlite3 _database;
    private readonly sqlite3_stmt _statement;

    /// <param name="connection">Has to be disposed after this.</param>
    /// <param name="sql">A statement.</param>
    /// <exception cref="SqliteException">It cannot be compiled.</exception>
    public KeyQuery(SqliteConnection connection, string sql)
    {
        _database = connection.Handle!;
        SqliteException.ThrowExceptionForRC(
            raw.sqlite3_prepare_v3(_database, sql, raw.SQLITE_PREPARE_PERSISTENT, out _statement), _database);
    }

    /// <returns>To be disposed before the next call.</returns>
    /// <exception cref="SqliteException">The file cannot be read now.</exception>
    public Row Find(ReadOnlySpan<byte> key)
    {
        var code = raw.sqlite3_bind_blob(_statement, 1, key);
        if (code == raw.SQLITE_OK)
        {
            code = raw.sqlite3_step(_statement);
        }

        if (code is not (raw.SQLITE_ROW or raw.SQLITE_DONE))
        {
            try
            {
                SqliteException.ThrowExceptionForRC(code, _database);
            }
            finally
            {
                _ = raw.sqlite3_reset(_statement);
            }
        }

        return new Row(_statement, code == raw.SQLITE_ROW);
    }

    public void Dispose() => _statement.Dispose();

    /// <summary>The row that was found. It holds the file's snapshot until it is disposed.</summary>
    /// <param name="statement">Stands at the row.</param>
    /// <param name="exists">False when there is none.</param>
    public readonly ref struct Row(sqlite3_stmt statement, bool exists)
    {
        public bool Exists => exists;

        public bool IsNull(int column) => raw.sqlite3_column_type(statement, column) == raw.SQLITE_NULL;

        public long Number(int column) => raw.sqlite3_column_int64(statement, column);

        /// <summary>A blob, or a text as UTF-8: SQLite's own memory, until this is disposed.</summary>
        public ReadOnlySpan<byte> Bytes(int column) => raw.sqlite3_column_blob(statement, column);

        // Its result is the failure of the last step, which was already thrown.
        public void Dispose() => _ = raw.sqlite3_reset(statement);
    }
}

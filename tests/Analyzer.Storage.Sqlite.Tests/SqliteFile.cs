using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>Another program's connection to the same file, which locks, reads and changes it.</summary>
internal sealed class SqliteFile : IDisposable
{
    private readonly SqliteConnection _connection;

    public SqliteFile(string path)
    {
        _connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        _connection.Open();
    }

    public void Execute(string sql) => _connection.Execute(sql);

    public object Scalar(string sql) => _connection.Scalar(sql);

    public void Dispose() => _connection.Dispose();
}

using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

public static class SqliteConnectionExtensions
{
    /// <summary>Runs statements whose results do not matter.</summary>
    public static void Execute(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>The first column of the first row.</summary>
    public static object Scalar(this SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar()!;
    }

    /// <summary>Compiles a statement that runs many times. Its parameters are set by their position.</summary>
    public static SqliteCommand Prepare(
        this SqliteConnection connection, string sql, params ReadOnlySpan<(string Name, SqliteType Type)> parameters)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        foreach (var (name, type) in parameters)
        {
            command.Parameters.Add(name, type);
        }

        command.Prepare();
        return command;
    }
}

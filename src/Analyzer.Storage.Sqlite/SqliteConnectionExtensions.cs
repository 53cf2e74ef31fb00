using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

internal static class SqliteConnectionExtensions
{
    /// <summary>Runs statements that answer nothing of interest.</summary>
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

    /// <summary>A statement to run many times: compiled once, its parameters reached by their position.</summary>
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

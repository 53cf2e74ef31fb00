using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>Reads the whole file, and checks SQLite's own structures.</summary>
public static class StructureCheck
{
    public const int MaxProblems = 100;

    /// <param name="problems">Gets one sentence for each, up to 100.</param>
    public static void Run(SqliteConnection connection, ICollection<string> problems)
    {
        using var command = connection.CreateCommand();
        command.CommandText = $"PRAGMA integrity_check({MaxProblems})";
        using var rows = command.ExecuteReader();
        while (rows.Read())
        {
            if (rows.GetString(0) is not "ok" and var problem)
            {
                problems.Add(problem);
            }
        }
    }
}

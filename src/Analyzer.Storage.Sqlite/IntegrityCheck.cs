using System.Text.Json;
using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Looks at the whole file: SQLite's own structures first, then whether each row says the same as the report in it.</summary>
internal static class IntegrityCheck
{
    private const int MaxProblems = 100;

    /// <returns>One sentence for each problem, at most 100; empty when the file is sound.</returns>
    public static IReadOnlyList<string> Run(SqliteConnection connection, CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        try
        {
            CheckStructure(connection, problems);
            CheckRows(connection, problems, cancellationToken);
        }
        catch (SqliteException e)
        {
            problems.Add($"Reading stopped: {e.Message}");
        }

        return problems;
    }

    private static void CheckStructure(SqliteConnection connection, List<string> problems)
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

    private static void CheckRows(SqliteConnection connection, List<string> problems, CancellationToken cancellationToken)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, analyzed_at, verdict, engine, report FROM reports";
        using var rows = command.ExecuteReader();
        while (problems.Count < MaxProblems && rows.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var row = new ReportRow(
                rows.GetFieldValue<byte[]>(0), rows.GetInt64(1), rows.GetString(2), rows.GetInt32(3), rows.GetFieldValue<byte[]>(4));
            if (Problem(row) is { } problem)
            {
                problems.Add($"Report {Convert.ToHexStringLower(row.Id)}: {problem}");
            }
        }
    }

    private static string? Problem(ReportRow row)
    {
        try
        {
            var inside = ReportRow.Of(ReportJson.Deserialize(row.Json));
            return inside.Id.AsSpan().SequenceEqual(row.Id) && inside.AnalyzedAt == row.AnalyzedAt &&
                inside.Verdict == row.Verdict && inside.Engine == row.Engine
                ? null
                : "its columns differ from what the report says.";
        }
        catch (JsonException e)
        {
            return $"not readable: {e.Message}";
        }
    }
}

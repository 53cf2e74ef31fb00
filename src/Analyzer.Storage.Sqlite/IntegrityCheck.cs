using System.Text.Json;
using Analyzer.Core;
using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// Reads the whole file: checks SQLite's own structures, and then that each report is what was written, and its row says the same.
/// </summary>
internal static class IntegrityCheck
{
    /// <returns>One sentence for each problem, up to 100; empty when the file is sound.</returns>
    public static IReadOnlyList<string> Run(SqliteConnection connection, CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        try
        {
            StructureCheck.Run(connection, problems);
            CheckRows(connection, problems, cancellationToken);
        }
        catch (SqliteException exception)
        {
            problems.Add($"Reading stopped: {exception.Message}");
        }

        return problems;
    }

    private static void CheckRows(SqliteConnection connection, List<string> problems, CancellationToken cancellationToken)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, analyzed_at, verdict, engine, media_type, score, report, checksum FROM reports";
        using var rows = command.ExecuteReader();
        while (problems.Count < StructureCheck.MaxProblems && rows.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var id = rows.IsDBNull(0) ? [] : rows.GetFieldValue<byte[]>(0);
            if (Problem(rows, id) is { } problem)
            {
                problems.Add($"Report {Convert.ToHexStringLower(id)}: {problem}");
            }
        }
    }

    private static string? Problem(SqliteDataReader row, byte[] id)
    {
        if (ReportRow.Intact(row, json: 6, checksum: 7, id) is not { } json)
        {
            return "its checksum differs.";
        }

        try
        {
            // A report whose checksum was made at the upgrade may have been damaged before it.
            var inside = ReportRow.Of(ReportJson.Deserialize(json));
            return inside.Id.AsSpan().SequenceEqual(id)
                && inside.AnalyzedAt.Equals(row.GetValue(1))
                && inside.Verdict.Equals(row.GetValue(2))
                && ((long)inside.Engine).Equals(row.GetValue(3))
                && inside.MediaType.Equals(row.GetValue(4))
                && ((long)inside.Score).Equals(row.GetValue(5))
                ? null
                : "its columns differ from what the report says.";
        }
        catch (JsonException exception)
        {
            return $"not readable: {exception.Message}";
        }
    }
}

using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Prober.Features.History.Storage;

/// <summary>Reads everything, and reports contradictions in SQLite's own structures and in the rows.</summary>
internal static class HistoryCheck
{
    private static readonly (string Sql, string Problem)[] Rules =
    [
        ("SELECT count(*) FROM changes WHERE target NOT IN (SELECT id FROM targets)", "changes belong to no target"),
        ("SELECT count(*) FROM changes WHERE state NOT BETWEEN 0 AND 2 OR doubt < 0", "changes have no state, or a negative doubt"),
        ("SELECT count(*) FROM pauses WHERE end < start", "pauses end before they begin"),
        ("SELECT count(*) FROM corrections WHERE end <= start OR target NOT IN (SELECT id FROM targets)",
            "corrections have no length or no target"),
        ("SELECT count(*) FROM hours WHERE hour % 3600000 <> 0 OR bad > probes",
            "sums belong to no hour, or hold more bad probes than probes"),
        ("SELECT count(*) FROM outbox WHERE NOT json_valid(body)", "messages cannot be read"),
        ("SELECT count(*) FROM alerts WHERE NOT json_valid(body)", "alerts cannot be read"),
    ];

    public static IReadOnlyList<string> Run(SqliteConnection connection)
    {
        var problems = new List<string>();
        try
        {
            StructureCheck.Run(connection, problems);
            foreach (var (sql, problem) in Rules)
            {
                if ((long)connection.Scalar(sql) is > 0 and var count)
                {
                    problems.Add($"{count} {problem}.");
                }
            }

            if ((long)connection.Scalar("SELECT count(*) FROM store") != 1)
            {
                problems.Add("The file has lost its identity: the table store has to have one row.");
            }
        }
        catch (SqliteException exception)
        {
            problems.Add($"Reading stopped: {exception.Message}");
        }

        return problems;
    }
}

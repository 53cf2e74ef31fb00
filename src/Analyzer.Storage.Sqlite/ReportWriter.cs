using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>The one connection that writes, and its statements. Used by one thread.</summary>
internal sealed class ReportWriter : IDisposable
{
    private static readonly (string Name, SqliteType Type)[] Columns =
    [
        ("$id", SqliteType.Blob),
        ("$analyzed_at", SqliteType.Integer),
        ("$verdict", SqliteType.Text),
        ("$engine", SqliteType.Integer),
        ("$report", SqliteType.Blob),
    ];

    private readonly SqliteConnection _connection;
    private readonly SqliteCommand _begin;
    private readonly SqliteCommand _insert;
    private readonly SqliteCommand _select;
    private readonly SqliteCommand _replace;
    private readonly SqliteCommand _touch;
    private readonly SqliteCommand _commit;
    private readonly SqliteCommand _rollback;

    public ReportWriter(SqliteConnection connection)
    {
        _connection = connection;
        _begin = connection.Prepare("BEGIN IMMEDIATE");
        _insert = connection.Prepare(
            """
            INSERT INTO reports (id, analyzed_at, verdict, engine, report)
            VALUES ($id, $analyzed_at, $verdict, $engine, CAST($report AS TEXT)) ON CONFLICT (id) DO NOTHING
            """,
            Columns);
        _select = connection.Prepare("SELECT engine, report FROM reports WHERE id = $id", ("$id", SqliteType.Blob));
        _replace = connection.Prepare(
            """
            UPDATE reports SET analyzed_at = $analyzed_at, verdict = $verdict, engine = $engine, report = CAST($report AS TEXT)
            WHERE id = $id
            """,
            Columns);
        _touch = connection.Prepare($"PRAGMA user_version = {Schema.Version}");
        _commit = connection.Prepare("COMMIT");
        _rollback = connection.Prepare("ROLLBACK");
    }

    public void Begin() => _begin.ExecuteNonQuery();

    /// <summary>Durable when it returns.</summary>
    public void Commit() => _commit.ExecuteNonQuery();

    public void Rollback() => _rollback.ExecuteNonQuery();

    /// <summary>Within a transaction. With <see cref="SaveOutcome.Known"/> also the JSON that stays.</summary>
    public (SaveOutcome Outcome, byte[]? Stored) Save(AnalysisReport report, byte[] json)
    {
        if (Run(_insert, report, json) == 1)
        {
            return (SaveOutcome.Created, null);
        }

        var (engine, stored) = Select(report.Sha256);
        if (engine >= report.Engine)
        {
            return (SaveOutcome.Known, stored);
        }

        Run(_replace, report, json);
        return (SaveOutcome.Replaced, null);
    }

    /// <summary>Within a transaction: a write that changes nothing but must reach the disk like any other.</summary>
    public void Touch() => _touch.ExecuteNonQuery();

    public void Dispose() => _connection.Dispose();

    private static int Run(SqliteCommand command, AnalysisReport report, byte[] json)
    {
        command.Parameters[0].Value = report.Sha256.ToByteArray();
        command.Parameters[1].Value = report.AnalyzedAt.ToUnixTimeMilliseconds();
        command.Parameters[2].Value = VerdictColumn.Of(report.Verdict);
        command.Parameters[3].Value = report.Engine;
        command.Parameters[4].Value = json;
        return command.ExecuteNonQuery();
    }

    private (int Engine, byte[] Json) Select(FileId id)
    {
        _select.Parameters[0].Value = id.ToByteArray();
        using var row = _select.ExecuteReader();
        row.Read();
        return (row.GetInt32(0), row.GetFieldValue<byte[]>(1));
    }
}

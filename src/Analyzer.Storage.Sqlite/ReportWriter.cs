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
    private readonly SqliteCommand _room;
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
        _room = connection.Prepare(
            """
            SAVEPOINT room;
            INSERT INTO reports (id, analyzed_at, verdict, engine, report) VALUES (randomblob(32), 0, '', 0, zeroblob(16384));
            ROLLBACK TO room;
            RELEASE room;
            """);
        _touch = connection.Prepare($"PRAGMA user_version = {Schema.Version}");
        _commit = connection.Prepare("COMMIT");
        _rollback = connection.Prepare("ROLLBACK");
    }

    public void Begin() => _begin.ExecuteNonQuery();

    /// <summary>Durable when it returns.</summary>
    public void Commit() => _commit.ExecuteNonQuery();

    /// <summary>Looks whether the file can be written at all, but not whether there is room.</summary>
    public void Try()
    {
        Begin();
        _touch.ExecuteNonQuery();
        _rollback.ExecuteNonQuery();
    }

    /// <summary>Within a transaction.</summary>
    public WriteResult Save(ReportRow row)
    {
        if (Run(_insert, row) == 1)
        {
            return new(SaveOutcome.Created);
        }

        var (engine, json) = Select(row.Id);
        if (engine >= row.Engine)
        {
            return new(SaveOutcome.Known, json);
        }

        Run(_replace, row);
        return new(SaveOutcome.Replaced);
    }

    /// <summary>
    /// Within a transaction: looks whether a report of ordinary size has room, and writes one page as it was, which must reach the disk
    /// like any other.
    /// </summary>
    public void Probe()
    {
        _room.ExecuteNonQuery();
        _touch.ExecuteNonQuery();
    }

    /// <summary>Rolls back what is open.</summary>
    public void Dispose() => _connection.Dispose();

    private static int Run(SqliteCommand command, ReportRow row)
    {
        command.Parameters[0].Value = row.Id;
        command.Parameters[1].Value = row.AnalyzedAt;
        command.Parameters[2].Value = row.Verdict;
        command.Parameters[3].Value = row.Engine;
        command.Parameters[4].Value = row.Json;
        return command.ExecuteNonQuery();
    }

    private (int Engine, byte[] Json) Select(byte[] id)
    {
        _select.Parameters[0].Value = id;
        using var row = _select.ExecuteReader();
        row.Read();
        return (row.GetInt32(0), row.GetFieldValue<byte[]>(1));
    }
}

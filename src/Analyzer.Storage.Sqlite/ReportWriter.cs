using Analyzer.Core;
using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>The statements that write. Used by one thread, within a transaction.</summary>
internal sealed class ReportWriter
{
    private static readonly (string Name, SqliteType Type)[] Columns =
    [
        ("$id", SqliteType.Blob),
        ("$analyzed_at", SqliteType.Integer),
        ("$verdict", SqliteType.Text),
        ("$engine", SqliteType.Integer),
        ("$media_type", SqliteType.Text),
        ("$score", SqliteType.Integer),
        ("$report", SqliteType.Blob),
        ("$checksum", SqliteType.Integer),
    ];

    private readonly SqliteCommand _insert;
    private readonly SqliteCommand _select;
    private readonly SqliteCommand _replace;
    private readonly SqliteCommand _delete;
    private readonly SqliteCommand _prune;
    private readonly SqliteCommand _room;
    private readonly SqliteCommand _touch;

    public ReportWriter(SqliteConnection connection)
    {
        _insert = connection.Prepare(
            """
            INSERT INTO reports (id, analyzed_at, verdict, engine, media_type, score, report, checksum)
            VALUES ($id, $analyzed_at, $verdict, $engine, $media_type, $score, CAST($report AS TEXT), $checksum)
            ON CONFLICT (id) DO NOTHING
            """,
            Columns);
        _select = connection.Prepare("SELECT engine, report, checksum FROM reports WHERE id = $id", ("$id", SqliteType.Blob));
        _replace = connection.Prepare(
            """
            UPDATE reports SET analyzed_at = $analyzed_at, verdict = $verdict, engine = $engine, media_type = $media_type,
                score = $score, report = CAST($report AS TEXT), checksum = $checksum
            WHERE id = $id
            """,
            Columns);
        _delete = connection.Prepare("DELETE FROM reports WHERE id = $id", ("$id", SqliteType.Blob));
        _prune = connection.Prepare(
            """
            DELETE FROM reports WHERE n IN (
                SELECT n FROM reports WHERE (analyzed_at, id) < ($analyzed_at, $id) ORDER BY analyzed_at, id LIMIT $limit)
            RETURNING id
            """,
            ("$analyzed_at", SqliteType.Integer),
            ("$id", SqliteType.Blob),
            ("$limit", SqliteType.Integer));
        _room = connection.Prepare(
            """
            SAVEPOINT room;
            INSERT INTO reports (id, analyzed_at, verdict, engine, media_type, score, report)
            VALUES (randomblob(32), 0, '', 0, '', 0, zeroblob(16384));
            ROLLBACK TO room;
            RELEASE room;
            """);
        _touch = connection.Prepare($"PRAGMA user_version = {Schema.Format.Version}");
    }

    public WriteResult Save(ReportRow row)
    {
        if (Run(_insert, row) == 1)
        {
            return new(SaveOutcome.Created);
        }

        var (engine, json) = Select(row.Id);
        if (json is not null && !row.Replaces(engine, json))
        {
            return new(SaveOutcome.Known, json);
        }

        Run(_replace, row);
        return new(SaveOutcome.Replaced);
    }

    /// <returns>Whether there was such a report.</returns>
    public bool Delete(FileId id)
    {
        _delete.Parameters[0].Value = id.ToByteArray();
        return _delete.ExecuteNonQuery() == 1;
    }

    /// <summary>Deletes the oldest reports before a place in the listing.</summary>
    /// <param name="end">The first report that stays.</param>
    /// <param name="limit">The most that are deleted.</param>
    /// <returns>Those that were deleted.</returns>
    public List<FileId> Prune(ReportCursor end, int limit)
    {
        _prune.Parameters[0].Value = end.AnalyzedAt.ToUnixTimeMilliseconds();
        _prune.Parameters[1].Value = end.Id.ToByteArray();
        _prune.Parameters[2].Value = limit;
        using var rows = _prune.ExecuteReader();
        var deleted = new List<FileId>();
        while (rows.Read())
        {
            deleted.Add(new FileId(rows.GetFieldValue<byte[]>(0)));
        }

        return deleted;
    }

    /// <summary>
    /// Finds out whether there is room for a report of ordinary size, and writes one page unchanged, which must
    /// reach the disk like any other.
    /// </summary>
    public void Probe()
    {
        _room.ExecuteNonQuery();
        _touch.ExecuteNonQuery();
    }

    private static int Run(SqliteCommand command, ReportRow row)
    {
        command.Parameters[0].Value = row.Id;
        command.Parameters[1].Value = row.AnalyzedAt;
        command.Parameters[2].Value = row.Verdict;
        command.Parameters[3].Value = row.Engine;
        command.Parameters[4].Value = row.MediaType;
        command.Parameters[5].Value = row.Score;
        command.Parameters[6].Value = row.Json;
        command.Parameters[7].Value = row.Checksum;
        return command.ExecuteNonQuery();
    }

    /// <returns>No JSON when it is damaged.</returns>
    private (long Engine, byte[]? Json) Select(byte[] id)
    {
        _select.Parameters[0].Value = id;
        using var row = _select.ExecuteReader();
        row.Read();
        return (row.GetInt64(0), ReportRow.Intact(row, json: 1, checksum: 2, id));
    }
}

/// <param name="Earlier">With <see cref="SaveOutcome.Known"/> the JSON of the report that stays, otherwise null.</param>
internal readonly record struct WriteResult(SaveOutcome Outcome, byte[]? Earlier = null);

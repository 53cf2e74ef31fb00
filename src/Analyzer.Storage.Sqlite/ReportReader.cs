using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>A read-only connection and its statements. Used by one caller at a time.</summary>
internal sealed class ReportReader : IDisposable
{
    private readonly SqliteConnection _connection;
    private readonly SqliteCommand _find;
    private readonly SqliteCommand _list;
    private readonly SqliteCommand _listVerdict;

    public ReportReader(SqliteConnection connection)
    {
        _connection = connection;
        _find = connection.Prepare("SELECT report FROM reports WHERE id = $id", ("$id", SqliteType.Blob));

        // A row value compares column by column, so that both walk an index backwards from the cursor (sqlite.org/rowvalue.html, 2.1).
        _list = connection.Prepare(
            """
            SELECT report FROM reports WHERE (analyzed_at, id) < ($analyzed_at, $id)
            ORDER BY analyzed_at DESC, id DESC LIMIT $limit
            """,
            ("$analyzed_at", SqliteType.Integer), ("$id", SqliteType.Blob), ("$limit", SqliteType.Integer));
        _listVerdict = connection.Prepare(
            """
            SELECT report FROM reports WHERE verdict = $verdict AND (analyzed_at, id) < ($analyzed_at, $id)
            ORDER BY analyzed_at DESC, id DESC LIMIT $limit
            """,
            ("$analyzed_at", SqliteType.Integer), ("$id", SqliteType.Blob), ("$limit", SqliteType.Integer), ("$verdict", SqliteType.Text));
    }

    /// <summary>The report's JSON; null when there is none.</summary>
    public byte[]? Find(FileId id)
    {
        _find.Parameters[0].Value = id.ToByteArray();
        using var row = _find.ExecuteReader();
        return row.Read() ? row.GetFieldValue<byte[]>(0) : null;
    }

    /// <summary>The JSON of up to <paramref name="limit"/> reports, newest first.</summary>
    public List<byte[]> List(Verdict? verdict, ReportCursor? after, int limit)
    {
        var command = verdict is null ? _list : _listVerdict;
        command.Parameters[0].Value = after?.AnalyzedAt.ToUnixTimeMilliseconds() ?? long.MaxValue;
        command.Parameters[1].Value = (after?.Id ?? default).ToByteArray();
        command.Parameters[2].Value = limit;
        if (verdict is { } only)
        {
            command.Parameters[3].Value = ReportRow.VerdictText(only);
        }

        var reports = new List<byte[]>();
        using var rows = command.ExecuteReader();
        while (rows.Read())
        {
            reports.Add(rows.GetFieldValue<byte[]>(0));
        }

        return reports;
    }

    public void Dispose() => _connection.Dispose();
}

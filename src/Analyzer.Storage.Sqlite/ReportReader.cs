using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>A read-only connection and its statements. Used by one caller at a time.</summary>
internal sealed class ReportReader : IDisposable
{
    private readonly SqliteConnection _connection;
    private readonly SqliteCommand _find;
    private readonly Dictionary<(ReportOrder, bool OfVerdict), SqliteCommand> _lists = [];

    public ReportReader(SqliteConnection connection)
    {
        _connection = connection;
        _find = connection.Prepare("SELECT report FROM reports WHERE id = $id", ("$id", SqliteType.Blob));
    }

    /// <summary>The report's JSON; null when there is none.</summary>
    public byte[]? Find(FileId id)
    {
        _find.Parameters[0].Value = id.ToByteArray();
        using var row = _find.ExecuteReader();
        return row.Read() ? row.GetFieldValue<byte[]>(0) : null;
    }

    /// <summary>The JSON of up to <paramref name="limit"/> reports.</summary>
    public List<byte[]> List(ReportQuery query, int limit)
    {
        var command = ListStatement(query.Order, query.Verdict is not null);
        var start = query.Order == ReportOrder.NewestFirst ? long.MaxValue : long.MinValue;
        command.Parameters[0].Value = query.After?.AnalyzedAt.ToUnixTimeMilliseconds() ?? start;
        command.Parameters[1].Value = (query.After?.Id ?? default).ToByteArray();
        command.Parameters[2].Value = limit;
        if (query.Verdict is { } only)
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

    private SqliteCommand ListStatement(ReportOrder order, bool ofVerdict)
    {
        if (_lists.TryGetValue((order, ofVerdict), out var known))
        {
            return known;
        }

        // A row value compares column by column, so that all walk an index from the cursor on (sqlite.org/rowvalue.html, 2.1).
        var (beyond, direction) = order == ReportOrder.NewestFirst ? ("<", "DESC") : (">", "ASC");
        (string, SqliteType)[] parameters = [("$analyzed_at", SqliteType.Integer), ("$id", SqliteType.Blob), ("$limit", SqliteType.Integer)];
        var statement = _connection.Prepare(
            $"""
            SELECT report FROM reports WHERE {(ofVerdict ? "verdict = $verdict AND " : "")}(analyzed_at, id) {beyond} ($analyzed_at, $id)
            ORDER BY analyzed_at {direction}, id {direction} LIMIT $limit
            """,
            ofVerdict ? [.. parameters, ("$verdict", SqliteType.Text)] : parameters);
        _lists.Add((order, ofVerdict), statement);
        return statement;
    }
}

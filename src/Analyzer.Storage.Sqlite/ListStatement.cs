using Analyzer.Core;
using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// A page of the listing as SQL. Every listing walks an index that is sorted as the listing is, from the cursor on, and finds all that is
/// filtered by in the index itself: a report that is not wanted costs no look into the table. Only a long prefix of an id is looked up by
/// id, and what it finds is sorted.
/// </summary>
internal sealed class ListStatement
{
    // A prefix of 4 digits is met by one report of 65,536.
    private const int SelectivePrefix = 4;

    private static readonly FileId LastId = new(Enumerable.Repeat(byte.MaxValue, FileId.ByteLength).ToArray());

    private readonly List<Parameter> _parameters = [];
    private readonly List<string> _conditions = [];

    public ListStatement(ReportQuery query)
    {
        var filter = query.Filter;
        var newestFirst = query.Order == ReportOrder.NewestFirst;
        var (beyond, direction) = newestFirst ? ("<", "DESC") : (">", "ASC");
        var selective = filter.Sha256?.Hex.Length >= SelectivePrefix;

        // A row value is compared column by column, so that it is a place in the index (sqlite.org/rowvalue.html, 2.1).
        var (time, id) = Start(query, newestFirst);
        _conditions.Add($"(analyzed_at, id) {beyond} ({Add(time)}, {Add(id)})");
        if (newestFirst && filter.FromMilliseconds is { } from)
        {
            _conditions.Add($"analyzed_at >= {Add(from)}");
        }
        else if (!newestFirst && filter.ToMilliseconds is { } to)
        {
            _conditions.Add($"analyzed_at < {Add(to)}");
        }

        if (filter.Verdict is { } verdict)
        {
            _conditions.Add($"verdict = {Add(ReportRow.VerdictText(verdict))}");
        }

        AddType(filter.Type);
        AddScore(filter);
        if (filter.Sha256 is { } prefix)
        {
            // The plus keeps SQLite from looking a short prefix up by id (sqlite.org/optoverview.html, 8).
            _conditions.Add($"{(selective ? "" : "+")}id BETWEEN {Add(prefix.First)} AND {Add(prefix.Last)}");
        }

        Sql = $"""
            SELECT report, analyzed_at, id, checksum FROM reports {(selective ? "INDEXED BY sqlite_autoindex_reports_1" : "")}
            WHERE {string.Join(" AND ", _conditions)}
            ORDER BY analyzed_at {direction}, id {direction}
            LIMIT {Add(query.Limit + 1)}
            """; // one report more than asked for tells whether another page follows
    }

    /// <summary>The same for all queries of one form: their values are parameters.</summary>
    public string Sql { get; }

    public SqliteCommand Prepare(SqliteConnection connection) =>
        connection.Prepare(Sql, [.. _parameters.Select(parameter => (parameter.Name, parameter.Type))]);

    public void Bind(SqliteCommand command)
    {
        for (var i = 0; i < _parameters.Count; i++)
        {
            command.Parameters[i].Value = _parameters[i].Value;
        }
    }

    /// <returns>The place after which the page starts: that of the cursor, or a bound of the time that is beyond it.</returns>
    private static (long Time, FileId Id) Start(ReportQuery query, bool newestFirst)
    {
        var first = newestFirst ? (long.MaxValue, default(FileId)) : (long.MinValue, default(FileId));
        var cursor = query.After is { } after ? (after.AnalyzedAt.ToUnixTimeMilliseconds(), after.Id) : first;
        return newestFirst
            ? query.Filter.ToMilliseconds is { } to && (to, default(FileId)).CompareTo(cursor) < 0 ? (to, default) : cursor
            : query.Filter.FromMilliseconds is { } from && (from - 1, LastId).CompareTo(cursor) > 0 ? (from - 1, LastId)
            : cursor;
    }

    private void AddType(MediaTypePattern? type)
    {
        if (type is { IsPrefix: true })
        {
            _conditions.Add($"media_type >= {Add(type.Start)} AND media_type < {Add(type.Start[..^1] + (char)('/' + 1))}");
        }
        else if (type is not null)
        {
            _conditions.Add($"media_type = {Add(type.Text)}");
        }
    }

    private void AddScore(ReportFilter filter)
    {
        if (filter.MinScore is not null || filter.MaxScore is not null)
        {
            _conditions.Add($"score BETWEEN {Add(filter.MinScore ?? 0)} AND {Add(filter.MaxScore ?? int.MaxValue)}");
        }
    }

    private string Add(long value) => Add(SqliteType.Integer, value);

    private string Add(string value) => Add(SqliteType.Text, value);

    private string Add(FileId value) => Add(SqliteType.Blob, value.ToByteArray());

    private string Add(SqliteType type, object value)
    {
        var name = $"${_parameters.Count + 1}";
        _parameters.Add(new(name, type, value));
        return name;
    }

    private sealed record Parameter(string Name, SqliteType Type, object Value);
}

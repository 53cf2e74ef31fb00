using Analyzer.Core;
using Microsoft.Data.Sqlite;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>A read-only connection and its statements. Used by one caller at a time.</summary>
internal sealed class ReportReader : IDisposable
{
    private readonly SqliteConnection _connection;
    private readonly KeyQuery _find;
    private readonly SqliteCommand _newest;

    // By their SQL: as many as there are forms of a query, which are a few dozen.
    private readonly Dictionary<string, SqliteCommand> _lists = [];

    public ReportReader(SqliteConnection connection)
    {
        _connection = connection;
        _find = new KeyQuery(connection, "SELECT report, checksum FROM reports WHERE id = ?");
        _newest = connection.Prepare(
            "SELECT analyzed_at, id FROM reports ORDER BY analyzed_at DESC, id DESC LIMIT 1 OFFSET $skip", ("$skip", SqliteType.Integer));
    }

    /// <returns>Null when there is none.</returns>
    /// <exception cref="ReportDamagedException">It is not what was saved.</exception>
    public StoredReport? Find(FileId id)
    {
        Span<byte> key = stackalloc byte[FileId.ByteLength];
        id.WriteTo(key);
        using var row = _find.Find(key);
        return !row.Exists ? null
            : ReportRow.Intact(row, json: 0, checksum: 1, key) is { } json ? new StoredReport(json)
            : throw new ReportDamagedException(id);
    }

    public ReportPage List(ReportQuery query)
    {
        var statement = new ListStatement(query);
        if (!_lists.TryGetValue(statement.Sql, out var command))
        {
            command = statement.Prepare(_connection);
            _lists.Add(statement.Sql, command);
        }

        statement.Bind(command);
        var page = new ReportPageBuilder(query);
        using var rows = command.ExecuteReader();
        while (rows.Read())
        {
            var place = Cursor(rows, 1);
            var json = ReportRow.Intact(rows, json: 0, checksum: 3, place.Id.ToByteArray());
            if (!page.TryAdd(place, place.Id, json is null ? null : new StoredReport(json)))
            {
                break;
            }
        }

        return page.Build();
    }

    public string Identity() => (string)_connection.Scalar("SELECT identity FROM store");

    /// <returns>The place of the n-th newest report; null when there are fewer.</returns>
    public ReportCursor? Newest(long number)
    {
        _newest.Parameters[0].Value = number - 1;
        using var row = _newest.ExecuteReader();
        return row.Read() ? Cursor(row, 0) : null;
    }

    public void Dispose()
    {
        _find.Dispose();
        _connection.Dispose();
    }

    private static ReportCursor Cursor(SqliteDataReader row, int column) =>
        new(DateTimeOffset.FromUnixTimeMilliseconds(row.GetInt64(column)), new FileId(row.GetFieldValue<byte[]>(column + 1)));
}

using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>How SQLite carries out a listing: no filter may make it read the table from end to end, or sort it.</summary>
public sealed class ListStatementTests : IDisposable
{
    private static readonly ReportFilter[] Filters =
    [
        new(),
        new() { Type = Type("application/pdf") },
        new() { Type = Type("image/*") },
        new() { MinScore = 100 },
        new() { MaxScore = 5 },
        new() { From = DateTimeOffset.UnixEpoch, To = DateTimeOffset.MaxValue },
        new() { Sha256 = Prefix("abc") },
        new() { Sha256 = Prefix("a"), MinScore = 1, Type = Type("image/*"), From = DateTimeOffset.UnixEpoch },
    ];

    private readonly TempDirectory _folder = new("sqlite-plan");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(ReportOrder.NewestFirst)]
    [InlineData(ReportOrder.OldestFirst)]
    public async Task Plan_AnyFilter_WalksAnIndexInTheOrderOfTheListing(ReportOrder order)
    {
        await using var store = SqliteReportStore.Open(new() { Path = _folder.Combine("reports.db") });
        foreach (var filter in Filters)
        {
            Plan(new(Filter: filter, Order: order)).ShouldHaveSingleItem().ShouldStartWith("SEARCH reports USING INDEX reports_newest (");
            Plan(new(Filter: filter with { Verdict = Verdict.Malicious }, Order: order)).ShouldHaveSingleItem()
                .ShouldStartWith("SEARCH reports USING INDEX reports_newest_of_verdict (verdict=? AND ");
        }
    }

    [Fact]
    public async Task Plan_LongPrefix_LooksTheIdsUp()
    {
        await using var store = SqliteReportStore.Open(new() { Path = _folder.Combine("reports.db") });

        var plan = Plan(new(Filter: new() { Sha256 = Prefix("abcd"), Verdict = Verdict.Clean, MinScore = 1 }));

        plan[0].ShouldStartWith("SEARCH reports USING INDEX sqlite_autoindex_reports_1 (id>? AND id<?)");
    }

    private List<string> Plan(ReportQuery query)
    {
        using var connection = new SqliteConnection($"Data Source={_folder.Combine("reports.db")};Pooling=false");
        connection.Open();
        var statement = new ListStatement(query);
        using var command = statement.Prepare(connection);
        command.CommandText = $"EXPLAIN QUERY PLAN {statement.Sql}";
        statement.Bind(command);
        using var rows = command.ExecuteReader();
        var plan = new List<string>();
        while (rows.Read())
        {
            plan.Add(rows.GetString(3));
        }

        return plan;
    }

    private static MediaTypePattern Type(string text) =>
        MediaTypePattern.TryParse(text, out var type) ? type : throw new FormatException(text);

    private static FileIdPrefix Prefix(string text) =>
        FileIdPrefix.TryParse(text, out var prefix) ? prefix : throw new FormatException(text);
}

using System.Text;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>A file of the first schema, as its version left it, is brought to the newest when it is opened.</summary>
public sealed class MigrationTests : IDisposable
{
    private const string FirstSchema =
        """
        PRAGMA application_id = 1095650394;
        CREATE TABLE reports (
            n INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, analyzed_at INTEGER NOT NULL, verdict TEXT NOT NULL, engine INTEGER NOT NULL,
            report TEXT NOT NULL);
        CREATE INDEX reports_newest ON reports (analyzed_at, id);
        CREATE INDEX reports_newest_of_verdict ON reports (verdict, analyzed_at, id);
        PRAGMA user_version = 1;
        """;

    private readonly TempDirectory _folder = new("sqlite-migration");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private SqliteStoreOptions Options => new() { Path = _folder.Combine("reports.db") };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Open_FileOfTheFirstSchema_FiltersItsReportsToo()
    {
        var reports = Enumerable.Range(0, 8).Select(number => Reports.Make(number) with
        {
            MediaType = number % 2 == 0 ? "application/pdf" : "text/plain",
            Score = number * 10,
        }).ToList();
        WriteFirstSchema(reports, []);

        await using var store = SqliteReportStore.Open(Options);
        await store.SaveAsync(Reports.Make(8) with { Score = 80 }, Cancellation).Within();

        (await ListAsync(store, new() { MinScore = 60 })).ShouldBe([8, 7, 6]);
        MediaTypePattern.TryParse("text/*", out var text).ShouldBeTrue();
        (await ListAsync(store, new() { Type = text, MaxScore = 50 })).ShouldBe([5, 3, 1]);
        SqliteReportStore.IntegrityCheck(Options, Cancellation).ShouldBeEmpty();
    }

    [Fact]
    public async Task Open_FileWithAReportThatIsDamaged_UpgradesTheOthers()
    {
        WriteFirstSchema([Reports.Make(1), Reports.Make(2)], [Reports.Id(1)]);

        await using var store = SqliteReportStore.Open(Options);

        (await ListAsync(store, new() { MinScore = 1 })).ShouldBe([2]);
        SqliteReportStore.IntegrityCheck(Options, Cancellation).ShouldHaveSingleItem().ShouldContain(Reports.Id(1).ToString());
    }

    private void WriteFirstSchema(IEnumerable<AnalysisReport> reports, FileId[] damaged)
    {
        using var file = new SqliteFile(Options.Path);
        file.Execute(FirstSchema);
        foreach (var report in reports)
        {
            var json = damaged.Contains(report.Sha256) ? "{ torn" : Encoding.UTF8.GetString(ReportJson.Serialize(report));
            file.Execute(
                $"""
                INSERT INTO reports (id, analyzed_at, verdict, engine, report) VALUES (
                    x'{report.Sha256}', {report.AnalyzedAt.ToUnixTimeMilliseconds()}, '{ReportRow.VerdictText(report.Verdict)}',
                    {report.Engine}, '{json.Replace("'", "''", StringComparison.Ordinal)}')
                """);
        }
    }

    private static async Task<IEnumerable<int>> ListAsync(SqliteReportStore store, ReportFilter filter)
    {
        var page = await store.ListAsync(new ReportQuery(Filter: filter), Cancellation).Within();
        return page.Reports.Select(stored => Enumerable.Range(0, 10).Single(number => Reports.Id(number) == stored.Report.Sha256));
    }
}

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>A look-up on a connection that is kept: each one reads what the file holds now.</summary>
public sealed class FindTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-find");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string DatabasePath => _folder.Combine("reports.db");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task FindAsync_FoundAndNotFoundInTurn_SeesEachChangeAtOnce()
    {
        var (saved, other) = (Reports.Make(1), Reports.Make(2));
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = DatabasePath, Readers = 1 });
        (await FindAsync(store, saved)).ShouldBeNull();

        await store.SaveAsync(saved, Cancellation).Within();
        (await FindAsync(store, saved)).ShouldBe(ReportJson.Serialize(saved));
        (await FindAsync(store, other)).ShouldBeNull();

        using var stranger = new SqliteFile(DatabasePath);
        stranger.Execute("CREATE TABLE aside AS SELECT * FROM reports");
        stranger.Execute("DELETE FROM reports");
        (await FindAsync(store, saved)).ShouldBeNull();
        stranger.Execute("INSERT INTO reports SELECT * FROM aside");
        (await FindAsync(store, saved)).ShouldBe(ReportJson.Serialize(saved));

        await store.DeleteAsync(saved.Sha256, Cancellation).Within();
        (await FindAsync(store, saved)).ShouldBeNull();
    }

    [Fact]
    public async Task DisposeAsync_AfterLookUps_LeavesNoConnectionBehind()
    {
        await using (var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = DatabasePath }))
        {
            await store.SaveAsync(Reports.Make(1), Cancellation).Within();
            (await FindAsync(store, Reports.Make(1))).ShouldNotBeNull();
            (await FindAsync(store, Reports.Make(2))).ShouldBeNull();
        }

        File.Exists(DatabasePath + "-wal").ShouldBeFalse("the last connection removes it");
    }

    private static async Task<byte[]?> FindAsync(SqliteReportStore store, AnalysisReport report) =>
        (await store.FindAsync(report.Sha256, Cancellation).Within())?.Json.ToArray();
}

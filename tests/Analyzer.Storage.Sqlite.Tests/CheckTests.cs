namespace Analyzer.Storage.Sqlite.Tests;

public sealed class CheckTests : IDisposable
{
    private readonly TempDirectory _folder = new("sqlite-probe");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task CheckAsync_RightAfterASave_WritesNothing()
    {
        var path = _folder.Combine("reports.db");
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path, CheckInterval = TimeSpan.FromHours(1) });
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        using var other = new SqliteFile(path);
        other.Execute("BEGIN IMMEDIATE"); // a write would wait for this

        await store.CheckAsync(Cancellation).Within();
    }

    [Fact]
    public async Task CheckAsync_LastSaveLongAgo_WritesAndSeesThatItCannot()
    {
        var path = _folder.Combine("reports.db");
        var options = new SqliteStoreOptions { Path = path, CheckInterval = TimeSpan.Zero, BusyTimeout = TimeSpan.FromMilliseconds(100) };
        await using var store = SqliteReportStore.Open(options);
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        using var other = new SqliteFile(path);
        other.Execute("BEGIN IMMEDIATE");

        await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within());

        other.Execute("ROLLBACK");
        await store.CheckAsync(Cancellation).Within();
        (await store.ListAsync(new ReportQuery(), Cancellation).Within()).Reports.ShouldHaveSingleItem();
    }

    [Fact]
    public async Task CheckAsync_FileRemoved_SaysSo()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows removes no file that is open.");
        var path = _folder.Combine("reports.db");
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path });
        File.Delete(path);

        (await Should.ThrowAsync<StoreUnavailableException>(() => store.CheckAsync(Cancellation).Within()))
            .Message.ShouldContain("removed");
    }
}

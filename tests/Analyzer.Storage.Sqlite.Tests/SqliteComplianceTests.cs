namespace Analyzer.Storage.Sqlite.Tests;

public sealed class SqliteComplianceTests : ReportStoreCompliance, IAsyncDisposable
{
    private readonly TempDirectory _folder = new("sqlite");
    private SqliteReportStore? _store;

    public async ValueTask DisposeAsync()
    {
        await CloseAsync();
        _folder.Dispose();
    }

    protected override Task<IReportStore> OpenAsync()
    {
        _store = SqliteReportStore.Open(new SqliteStoreOptions { Path = _folder.Combine("data", "reports.db") });
        return Task.FromResult<IReportStore>(_store);
    }

    protected override async Task CloseAsync()
    {
        if (_store is not null)
        {
            await _store.DisposeAsync();
        }
    }

    protected override Task RefreshAsync() => Task.CompletedTask;
}

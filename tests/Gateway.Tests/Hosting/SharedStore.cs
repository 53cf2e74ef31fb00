using Analyzer.Storage.Sqlite;

namespace Gateway.Tests.Hosting;

/// <summary>A store that several analyzers of one process share, as those of a cluster share Elasticsearch.</summary>
internal sealed class SharedStore : IAsyncDisposable
{
    private readonly TempDirectory _directory = new("shared");

    public SharedStore() => Store = SqliteReportStore.Open(new SqliteStoreOptions { Path = _directory.Combine("reports.db") });

    public SqliteReportStore Store { get; }

    public async ValueTask DisposeAsync()
    {
        await Store.DisposeAsync();
        _directory.Dispose();
    }
}

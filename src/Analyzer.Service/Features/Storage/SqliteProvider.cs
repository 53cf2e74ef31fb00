using Analyzer.Core;
using Analyzer.Storage.Sqlite;
using Batching;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>One file in the data directory.</summary>
internal sealed class SqliteProvider(IOptions<StorageOptions> options) : IStoreProvider
{
    private const int LargeBatch = 4096;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public string Place => Options.Path;

    private SqliteStoreOptions Options => new() { Path = Path.Combine(options.Value.DataDirectory, "reports.db") };

    public IReportStore Open(StorePurpose purpose, IBatchObserver? observer) =>
        SqliteReportStore.Open(
            purpose == StorePurpose.Serve ? Options : Options with { MaxBatch = LargeBatch, SaveTimeout = Patience }, observer);

    public IReportReader OpenReader() => SqliteReportReader.Open(Options);

    public Task<StoreCheck> CheckAsync(CancellationToken cancellationToken) =>
        Task.Run(() => new StoreCheck(SqliteReportStore.IntegrityCheck(Options, cancellationToken)), cancellationToken);
}

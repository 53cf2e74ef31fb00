using Analyzer.Core;
using Analyzer.Storage.Sqlite;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>One file in the data directory.</summary>
internal sealed class SqliteKind(IOptions<AnalyzerOptions> analyzer) : IStoreKind
{
    private const int LargeBatch = 4096;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    public string Place => Options.Path;

    private SqliteStoreOptions Options => new() { Path = Path.Combine(analyzer.Value.DataDirectory, "reports.db") };

    public IReportStore Open(StoreUse use, IStoreObserver? observer) =>
        SqliteReportStore.Open(use == StoreUse.Serve ? Options : Options with { MaxBatch = LargeBatch, SaveTimeout = Patience }, observer);

    public IReportReader OpenReader() => SqliteReportReader.Open(Options);

    public Task<IReadOnlyList<string>> CheckAsync(CancellationToken cancellationToken) =>
        Task.Run(() => SqliteReportStore.IntegrityCheck(Options, cancellationToken), cancellationToken);
}

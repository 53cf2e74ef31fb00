using Analyzer.Core;
using Analyzer.Storage.Sqlite;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>Chooses the store by name.</summary>
internal static class StorageFeature
{
    public static void AddStorage(this IServiceCollection services)
    {
        services.AddSingleton<KnownReports>();
        services.AddSingleton<IReportStore>(provider =>
        {
            var options = provider.GetRequiredService<IOptions<AnalyzerOptions>>().Value;
            return SqliteReportStore.Open(new SqliteStoreOptions { Path = Path.Combine(options.DataDirectory, "reports.db") });
        });
    }
}

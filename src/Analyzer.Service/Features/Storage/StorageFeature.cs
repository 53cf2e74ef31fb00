using System.Collections.Frozen;
using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Storage.Elasticsearch;
using Analyzer.Storage.Sqlite;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>Chooses the store by name.</summary>
internal static class StorageFeature
{
    private static readonly FrozenDictionary<string, Func<IServiceProvider, IReportStore>> Stores =
        new Dictionary<string, Func<IServiceProvider, IReportStore>>
        {
            [AnalyzerOptions.Sqlite] = OpenSqlite,
            [AnalyzerOptions.Elasticsearch] = OpenElasticsearch,
        }.ToFrozenDictionary();

    public static void AddStorage(this IServiceCollection services)
    {
        services.AddOptions<ElasticsearchOptions>().BindConfiguration(ElasticsearchOptions.Section).ValidateDataAnnotations().ValidateOnStart();
        services.AddSingleton<KnownReports>();
        services.AddSingleton(provider => Stores[provider.GetRequiredService<IOptions<AnalyzerOptions>>().Value.Store](provider).WithMetrics(provider));
    }

    /// <summary>Opens the store, so that a service that cannot keep anything does not start. A cluster may be away for now.</summary>
    public static void UseStorage(this WebApplication app) => app.Services.GetRequiredService<IReportStore>();

    private static SqliteReportStore OpenSqlite(IServiceProvider provider)
    {
        var folder = provider.GetRequiredService<IOptions<AnalyzerOptions>>().Value.DataDirectory;
        var options = new SqliteStoreOptions { Path = Path.Combine(folder, "reports.db") };
        return SqliteReportStore.Open(options, provider.GetRequiredService<AnalyzerMetrics>());
    }

    private static ElasticsearchReportStore OpenElasticsearch(IServiceProvider provider) =>
        ElasticsearchReportStore.Create(
            provider.GetRequiredService<IOptions<ElasticsearchOptions>>().Value.ToStoreOptions(), provider.GetRequiredService<AnalyzerMetrics>());
}

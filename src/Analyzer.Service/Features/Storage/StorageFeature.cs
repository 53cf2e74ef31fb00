using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>Chooses the store by name.</summary>
internal static class StorageFeature
{
    public static void AddStorage(this IServiceCollection services)
    {
        services.AddStoreKinds();
        services.AddSingleton<KnownReports>();
        services.AddSingleton(provider =>
            provider.GetStoreKind().Open(StoreUse.Serve, provider.GetRequiredService<AnalyzerMetrics>()).WithMetrics(provider));
    }

    public static void AddStoreKinds(this IServiceCollection services)
    {
        services.AddOptions<ElasticsearchOptions>().BindConfiguration(ElasticsearchOptions.Section).ValidateDataAnnotations().ValidateOnStart();
        services.AddKeyedSingleton<IStoreKind, SqliteKind>(AnalyzerOptions.Sqlite);
        services.AddKeyedSingleton<IStoreKind, ElasticsearchKind>(AnalyzerOptions.Elasticsearch);
    }

    /// <summary>Opens the store, so that a service that cannot keep anything does not start. A cluster may be away for now.</summary>
    public static void UseStorage(this WebApplication app) => app.Services.GetRequiredService<IReportStore>();

    /// <summary>The one that <c>Analyzer:Store</c> names.</summary>
    public static IStoreKind GetStoreKind(this IServiceProvider provider) =>
        provider.GetRequiredKeyedService<IStoreKind>(provider.GetRequiredService<IOptions<AnalyzerOptions>>().Value.Store);
}

using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Overload;
using Analyzer.Service.Features.Reports;
using Elasticsearch.Client.Transport;
using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Storage;

/// <summary>Chooses the store by name.</summary>
internal static partial class StorageFeature
{
    public static IServiceCollection AddStorageSettings(this IServiceCollection services)
    {
        services.AddHostOptions<StorageOptions>().AddHostOptions<ReportCacheOptions>();
        services.AddHostOptions<ClusterOptions>(ClusterOptions.Section).AddHostOptions<ReportIndexOptions>(ClusterOptions.Section);
        services.TryAddKeyedSingleton<IStoreProvider, SqliteProvider>(StorageOptions.Sqlite);
        services.TryAddKeyedSingleton<IStoreProvider, ElasticsearchProvider>(StorageOptions.Elasticsearch);
        return services;
    }

    public static void AddStorage(this IServiceCollection services)
    {
        services.TryAddSingleton<AnalyzerMetrics>();
        services.TryAddSingleton(provider => new StoreQueue(
            provider.GetRequiredService<AnalyzerMetrics>(), provider.GetRequiredService<TimeProvider>()));
        services.TryAddSingleton<ReportCache>();
        services.TryAddSingleton(provider =>
            provider.GetStoreProvider().Open(StorePurpose.Serve, provider.GetRequiredService<StoreQueue>()).WithMetrics(provider));
        services.AddHealthChecks().AddCheck<StoreHealthCheck>("store");
    }

    /// <summary>
    /// Opens the store, so that a service that cannot store anything does not start. A cluster may be unreachable for now.
    /// </summary>
    public static void UseStorage(this WebApplication app)
    {
        app.Services.GetRequiredService<IReportStore>();
        Log.Open(app.Logger, app.Services.GetStoreProvider().Place);
    }

    /// <summary>The provider that <see cref="StorageOptions.Store"/> names.</summary>
    public static IStoreProvider GetStoreProvider(this IServiceProvider provider) =>
        provider.GetRequiredKeyedService<IStoreProvider>(provider.GetRequiredService<IOptions<StorageOptions>>().Value.Store);

    /// <summary>The store, with metrics when they are on.</summary>
    public static IReportStore WithMetrics(this IReportStore store, IServiceProvider services) =>
        services.GetRequiredService<IOptions<HostSettings>>().Value.Metrics
            ? new MeteredReportStore(store, services.GetRequiredService<AnalyzerMetrics>())
            : store;

    private static partial class Log
    {
        [LoggerMessage(2, LogLevel.Information, "Reports are in {Place}.")]
        public static partial void Open(ILogger logger, string place);
    }
}

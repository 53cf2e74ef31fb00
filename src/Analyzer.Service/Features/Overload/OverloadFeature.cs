using Hosting.Overload;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Analyzer.Service.Features.Overload;

/// <summary>The queues in which uploads wait, and the limit that follows them.</summary>
internal static class OverloadFeature
{
    public static void AddOverload(this IServiceCollection services)
    {
        services.TryAddSingleton(provider => new AnalysisPlaces(
            Environment.ProcessorCount, provider.GetRequiredService<TimeProvider>(), provider.GetRequiredService<PoolQueueSignal>()));
        services.TryAddSingleton(provider => PoolQueueSignal.Real(provider.GetRequiredService<TimeProvider>()));
    }

    /// <param name="services">The services with the queues.</param>
    /// <param name="max">The limit never rises above it.</param>
    public static AdaptiveLimit NewAdaptiveLimit(this IServiceProvider services, int max) => new(
        max,
        Environment.ProcessorCount,
        [
            services.GetRequiredService<AnalysisPlaces>(), services.GetRequiredService<PoolQueueSignal>(),
            services.GetRequiredService<StoreQueue>(),
        ],
        services.GetRequiredService<TimeProvider>());
}

using Journal.Features.Metrics;
using Journal.Features.Settings;
using Journal.Log.Folders;
using Journal.Log.Writing;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Journal.Features.Storage;

/// <summary>The folder, and its one writer.</summary>
internal static class WriterFeature
{
    public static JournalFolder FolderOf(JournalOptions options) => new(Path.GetFullPath(options.DataDirectory), options.KeyDirectory);

    public static void AddStorage(this IServiceCollection services)
    {
        services.AddSingleton<JournalMetrics>();
        services.AddSingleton(provider => FolderOf(provider.GetRequiredService<IOptions<JournalOptions>>().Value));
        services.AddSingleton(provider => SettingsOf(provider.GetRequiredService<IOptions<JournalOptions>>().Value));
        services.AddSingleton(provider => JournalWriter.Open(
            provider.GetRequiredService<JournalFolder>(), provider.GetRequiredService<WriterSettings>(),
            provider.GetRequiredService<JournalMetrics>(), provider.GetRequiredService<TimeProvider>()));
        services.AddHealthChecks().AddCheck<StorageHealthCheck>("storage");
    }

    /// <summary>Opens the folder before any port is opened.</summary>
    public static void UseStorage(this WebApplication app) => JournalMetrics.AddLosses(
        app.Services.GetRequiredService<CollectorRegistry>(), app.Services.GetRequiredService<JournalWriter>().Losses);

    private static WriterSettings SettingsOf(JournalOptions options) => new()
    {
        MaxSegmentBytes = options.SegmentBytes,
        MaxAge = options.SegmentAge,
        CloseAfter = options.FrameInterval,
    };
}

/// <summary>Unhealthy while writes to the disk fail.</summary>
internal sealed class StorageHealthCheck(JournalWriter writer) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(writer.IsFailing
            ? HealthCheckResult.Unhealthy("Writes to the disk fail.")
            : HealthCheckResult.Healthy());
}

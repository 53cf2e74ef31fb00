using Analyzer.Service.Features.Overload;
using Hosting.Limits;
using Hosting.Uploads;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Analyzer.Service.Features.Submit;

internal static class SubmitFeature
{
    public static void AddSubmit(this IServiceCollection services)
    {
        services.AddOverload();
        services.TryAddSingleton(provider =>
        {
            var limits = provider.GetRequiredService<IOptions<UploadLimits>>();
            return new Admission(
                limits,
                provider.GetRequiredService<TimeProvider>(),
                limits.Value.Adaptive ? provider.NewAdaptiveLimit(limits.Value.MaxUploads) : null);
        });
        services.TryAddSingleton<AnalysisPool>();
        services.TryAddSingleton<SubmitHandler>();
        services.AddUploads();
        services.AddOptions<UnwantedLimits>().Configure<IOptions<UploadLimits>>((unwanted, uploads) =>
            unwanted.MaxFileBytes = uploads.Value.MaxFileBytes);

        // One client cannot have all of them.
        services.AddOptions<ClientLimits>().PostConfigure<IOptions<UploadLimits>>((clients, uploads) =>
            clients.SetDefaultUploadsEach(Math.Max(1, uploads.Value.MaxUploads / 2)));
    }

    public static void UseSubmit(this WebApplication app) => app.Services.ShowInFlight();

    /// <summary>Gauges of the uploads that hold a permit, and of their limits.</summary>
    private static void ShowInFlight(this IServiceProvider services)
    {
        var registry = services.GetRequiredService<CollectorRegistry>();
        var limits = services.GetRequiredService<IOptions<UploadLimits>>().Value;
        var admission = services.GetRequiredService<Admission>();
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        metrics.CreateGauge("analyzer_uploads_limit", "The limit on uploads at once.").Set(limits.MaxUploads);
        metrics.CreateGauge("analyzer_uploads_limit_bytes", "The limit on the bytes of all uploads at once.")
            .Set(limits.MaxBytesInFlight);
        var uploads = metrics.CreateGauge("analyzer_uploads_in_flight", "Uploads that hold a permit now.");
        var atWork = metrics.CreateGauge("analyzer_uploads_at_work", "Uploads whose senders do not keep the service waiting.");
        var bytes = metrics.CreateGauge("analyzer_uploads_in_flight_bytes", "Bytes received of the uploads that hold a permit.");
        var limit = metrics.CreateGauge(
            "analyzer_admission_limit", "The moving limit on uploads at work, up to analyzer_uploads_limit.");
        registry.AddBeforeCollectCallback(() =>
        {
            uploads.Set(admission.Uploads);
            atWork.Set(admission.AtWork);
            bytes.Set(admission.Bytes);
            limit.Set(admission.UploadLimit);
        });
    }
}

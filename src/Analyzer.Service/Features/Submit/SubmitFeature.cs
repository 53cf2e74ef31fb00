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

        // One client cannot have them all.
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
        metrics.CreateGauge("analyzer_uploads_limit", "Uploads at once, beyond which one is refused.").Set(limits.MaxUploads);
        metrics.CreateGauge("analyzer_uploads_limit_bytes", "Bytes of all uploads at once, beyond which one is refused.")
            .Set(limits.MaxBytesInFlight);
        var uploads = metrics.CreateGauge("analyzer_uploads_in_flight", "Uploads that hold a permit now.");
        var atWork = metrics.CreateGauge("analyzer_uploads_at_work", "Those of them whose senders do not keep the service waiting.");
        var bytes = metrics.CreateGauge("analyzer_uploads_in_flight_bytes", "Bytes that have come of them.");
        var limit = metrics.CreateGauge(
            "analyzer_admission_limit", "Uploads at work, beyond which one is refused now: it moves, up to analyzer_uploads_limit.");
        registry.AddBeforeCollectCallback(() =>
        {
            uploads.Set(admission.Uploads);
            atWork.Set(admission.AtWork);
            bytes.Set(admission.Bytes);
            limit.Set(admission.UploadLimit);
        });
    }
}

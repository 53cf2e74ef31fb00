using Gateway.Features.Settings;
using Hosting.Overload;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Overload;

/// <summary>What the gateway refuses because it has too much to do itself.</summary>
internal static class UploadAdmissionFeature
{
    /// <summary>More are never at work: far beyond what one machine passes on at once.</summary>
    private const int MaxUploads = 16_384;

    public static void AddUploadAdmission(this IServiceCollection services) => services.TryAddSingleton(provider =>
    {
        var time = provider.GetRequiredService<TimeProvider>();
        return new UploadAdmission(
            provider.GetRequiredService<IOptions<GatewayOptions>>().Value.Adaptive
                ? new AdaptiveLimit(MaxUploads, Environment.ProcessorCount, [PoolQueueSignal.Real(time)], time)
                : null,
            time);
    });
}

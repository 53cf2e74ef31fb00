using Grpc.AspNetCore.HealthChecks;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers <c>grpc.health.v1</c>.</summary>
public static class GrpcHealthChecksServiceExtensions
{
    /// <returns>To add the health checks themselves.</returns>
    public static IHealthChecksBuilder AddGrpcHealthChecks(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (!services.Any(service => service.ServiceType == typeof(PublishedHealth)))
        {
            services.AddSingleton<PublishedHealth>();
            services.AddSingleton<IHealthCheckPublisher>(provider => provider.GetRequiredService<PublishedHealth>());

            // First, so that an application's own mapping of the empty name replaces it.
            services.Insert(0, ServiceDescriptor.Singleton<IConfigureOptions<GrpcHealthChecksOptions>>(
                new ConfigureOptions<GrpcHealthChecksOptions>(options => options.Services.Map("", _ => true))));
        }

        services.TryAddSingleton<HealthService>();
        return services.AddHealthChecks();
    }

    /// <returns>To add the health checks themselves.</returns>
    public static IHealthChecksBuilder AddGrpcHealthChecks(this IServiceCollection services, Action<GrpcHealthChecksOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.Configure(configure);
        return services.AddGrpcHealthChecks();
    }
}

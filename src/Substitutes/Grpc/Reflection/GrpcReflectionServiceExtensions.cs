using Grpc.AspNetCore.Server.Reflection;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers <c>grpc.reflection.v1</c> and <c>v1alpha</c>.</summary>
public static class GrpcReflectionServiceExtensions
{
    public static IServiceCollection AddGrpcReflection(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);

        // At the first question, when every service is mapped.
        services.TryAddSingleton(provider => new ReflectionAnswers(new Lazy<DescriptorIndex>(() =>
            new DescriptorIndex(ServiceDescriptors.Of(provider.GetRequiredService<EndpointDataSource>().Endpoints)))));
        services.TryAddSingleton<ReflectionService>();
        services.TryAddSingleton<AlphaReflectionService>();
        return services;
    }
}

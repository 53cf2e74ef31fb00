using Grpc.AspNetCore.Server;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the gRPC server.</summary>
public static class GrpcServicesExtensions
{
    public static IGrpcServerBuilder AddGrpc(this IServiceCollection services)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.AddRouting();
        services.AddOptions();
        services.TryAddSingleton<MappedServices>();
        return new GrpcServerBuilder(services);
    }

    public static IGrpcServerBuilder AddGrpc(this IServiceCollection services, Action<GrpcServiceOptions> configureOptions)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.Configure(configureOptions);
        return services.AddGrpc();
    }

    /// <summary>Options of one service, over those of all.</summary>
    public static IGrpcServerBuilder AddServiceOptions<TService>(
        this IGrpcServerBuilder grpcBuilder, Action<GrpcServiceOptions<TService>> configure)
        where TService : class
    {
        ArgumentNullException.ThrowIfNull(grpcBuilder);
        grpcBuilder.Services.Configure(configure);
        return grpcBuilder;
    }
}

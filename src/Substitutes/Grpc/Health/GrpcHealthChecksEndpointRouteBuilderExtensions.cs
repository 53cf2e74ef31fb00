using Grpc.AspNetCore.HealthChecks;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Maps <c>grpc.health.v1</c>.</summary>
public static class GrpcHealthChecksEndpointRouteBuilderExtensions
{
    /// <exception cref="InvalidOperationException"><c>AddGrpcHealthChecks</c> was not called.</exception>
    public static GrpcServiceEndpointConventionBuilder MapGrpcHealthChecksService(this IEndpointRouteBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.ServiceProvider.GetService<HealthService>() is null
            ? throw new InvalidOperationException("gRPC health checks are not registered: call services.AddGrpcHealthChecks() first.")
            : builder.MapGrpcService<HealthService>();
    }
}

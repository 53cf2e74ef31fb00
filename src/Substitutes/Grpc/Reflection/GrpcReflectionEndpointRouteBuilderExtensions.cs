using Grpc.AspNetCore.Server.Reflection;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Maps <c>grpc.reflection.v1</c> and <c>v1alpha</c>.</summary>
public static class GrpcReflectionEndpointRouteBuilderExtensions
{
    /// <exception cref="InvalidOperationException"><c>AddGrpcReflection</c> was not called.</exception>
    public static IEndpointConventionBuilder MapGrpcReflectionService(this IEndpointRouteBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        if (builder.ServiceProvider.GetService<ReflectionAnswers>() is null)
        {
            throw new InvalidOperationException("gRPC reflection is not registered: call services.AddGrpcReflection() first.");
        }

        return new GrpcServiceEndpointConventionBuilder(
            [builder.MapGrpcService<ReflectionService>(), builder.MapGrpcService<AlphaReflectionService>()]);
    }
}

using Grpc.AspNetCore.Server;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Microsoft.AspNetCore.Builder;

/// <summary>Maps gRPC services to endpoints.</summary>
public static class GrpcEndpointRouteBuilderExtensions
{
    /// <summary>
    /// An endpoint per method of the service. The service derives from a base class with <c>[BindServiceMethod]</c>, generated or written
    /// by hand; an instance is made for each call, from the container when it is registered there.
    /// </summary>
    /// <exception cref="InvalidOperationException"><c>AddGrpc</c> was not called, or the service has nothing to bind.</exception>
    public static GrpcServiceEndpointConventionBuilder MapGrpcService<TService>(this IEndpointRouteBuilder builder)
        where TService : class
    {
        ArgumentNullException.ThrowIfNull(builder);
        if (builder.ServiceProvider.GetService<MappedServices>() is null)
        {
            throw new InvalidOperationException("gRPC is not registered: call services.AddGrpc() first.");
        }

        var binder = new EndpointBinder<TService>(builder);
        BindMethod.Invoke(typeof(TService), binder);
        return new GrpcServiceEndpointConventionBuilder(binder.Endpoints);
    }
}

using System.Reflection;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Grpc.AspNetCore.Server;

/// <summary>Makes an endpoint of each method that <c>BindService</c> lists.</summary>
internal sealed class EndpointBinder<TService>(IEndpointRouteBuilder routes) : ServiceBinderBase
    where TService : class
{
    private readonly ServiceActivator<TService> _activator = new();
    private readonly TimeProvider _time = routes.ServiceProvider.GetService<TimeProvider>() ?? TimeProvider.System;

    private readonly ILogger _logger =
        routes.ServiceProvider.GetRequiredService<ILoggerFactory>().CreateLogger("Grpc.AspNetCore.Server.ServerCallHandler");

    private readonly CallLimits _limits = CallLimits.Of(
        routes.ServiceProvider.GetRequiredService<IOptions<GrpcServiceOptions>>().Value,
        routes.ServiceProvider.GetRequiredService<IOptions<GrpcServiceOptions<TService>>>().Value);

    private readonly bool _ignoreUnknown =
        routes.ServiceProvider.GetRequiredService<IOptions<GrpcServiceOptions>>().Value.IgnoreUnknownServices ?? false;

    public List<IEndpointConventionBuilder> Endpoints { get; } = [];

    public override void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, UnaryServerMethod<TRequest, TResponse>? handler)
    {
        var found = Find(method, typeof(TRequest), typeof(ServerCallContext));
        Map(method, found, CallBody.Unary(method, found.CreateDelegate<UnaryHandler<TService, TRequest, TResponse>>()));
    }

    public override void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, ClientStreamingServerMethod<TRequest, TResponse>? handler)
    {
        var found = Find(method, typeof(IAsyncStreamReader<TRequest>), typeof(ServerCallContext));
        Map(method, found, CallBody.ClientStreaming(method, found.CreateDelegate<ClientStreamingHandler<TService, TRequest, TResponse>>()));
    }

    public override void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, ServerStreamingServerMethod<TRequest, TResponse>? handler)
    {
        var found = Find(method, typeof(TRequest), typeof(IServerStreamWriter<TResponse>), typeof(ServerCallContext));
        Map(method, found, CallBody.ServerStreaming(method, found.CreateDelegate<ServerStreamingHandler<TService, TRequest, TResponse>>()));
    }

    public override void AddMethod<TRequest, TResponse>(
        Method<TRequest, TResponse> method, DuplexStreamingServerMethod<TRequest, TResponse>? handler)
    {
        var found = Find(
            method, typeof(IAsyncStreamReader<TRequest>), typeof(IServerStreamWriter<TResponse>), typeof(ServerCallContext));
        Map(method, found, CallBody.Duplex(method, found.CreateDelegate<DuplexHandler<TService, TRequest, TResponse>>()));
    }

    private static MethodInfo Find(IMethod method, params Type[] parameters) =>
        typeof(TService).GetMethod(method.Name, BindingFlags.Public | BindingFlags.Instance, parameters)
        ?? throw new InvalidOperationException(
            $"{typeof(TService)} has no public {method.Name}({string.Join(", ", parameters.AsEnumerable())}) for {method.FullName}.");

    private void MapUnimplemented(string serviceName)
    {
        if (_ignoreUnknown)
        {
            return;
        }

        var services = routes.ServiceProvider.GetRequiredService<MappedServices>();
        if (services.ClaimService(serviceName))
        {
            UnimplementedEndpoints.MapUnknownMethod(routes, serviceName);
        }

        if (services.ClaimUnknownService())
        {
            UnimplementedEndpoints.MapUnknownService(routes);
        }
    }

    private void Map(IMethod method, MethodInfo implementation, Func<TService, ServerCall, Task> body)
    {
        var handler = new CallHandler<TService>(method, _activator, _limits, body, _time, _logger);

        // Every HTTP method, not only POST: the wildcard of the unimplemented services would turn the 405 of the others into 404.
        var endpoint = routes.Map(method.FullName, handler.HandleAsync)
            .WithDisplayName($"gRPC - {method.FullName}")
            .WithMetadata(new GrpcMethodMetadata(typeof(TService), method));

        // Attributes such as [Authorize], of the class and then of the method, so that the method's win.
        endpoint.WithMetadata(typeof(TService).GetCustomAttributes(inherit: true));
        endpoint.WithMetadata(implementation.GetCustomAttributes(inherit: true));
        Endpoints.Add(endpoint);
        MapUnimplemented(method.ServiceName);
    }
}

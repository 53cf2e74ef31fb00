using Microsoft.Extensions.DependencyInjection;

namespace Grpc.AspNetCore.Server;

/// <summary>The answer of <c>AddGrpc</c>, to go on configuring.</summary>
public interface IGrpcServerBuilder
{
    IServiceCollection Services { get; }
}

internal sealed class GrpcServerBuilder(IServiceCollection services) : IGrpcServerBuilder
{
    public IServiceCollection Services { get; } = services;
}

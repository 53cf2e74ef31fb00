using Microsoft.Extensions.DependencyInjection;

namespace Grpc.AspNetCore.Server;

internal sealed class GrpcServerBuilder(IServiceCollection services) : IGrpcServerBuilder
{
    public IServiceCollection Services { get; } = services;
}

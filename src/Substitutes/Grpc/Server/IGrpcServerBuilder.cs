using Microsoft.Extensions.DependencyInjection;

namespace Grpc.AspNetCore.Server;

/// <summary>What <c>AddGrpc</c> answers, to go on configuring.</summary>
public interface IGrpcServerBuilder
{
    IServiceCollection Services { get; }
}

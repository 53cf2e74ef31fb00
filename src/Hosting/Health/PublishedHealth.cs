using Grpc.Core;
using Grpc.Health.V1;
using Grpc.HealthCheck;

namespace Hosting.Health;

/// <summary>Tells gRPC's clients what the poller of the health checks has published.</summary>
internal sealed class PublishedHealth(HealthServiceImpl published, IHostApplicationLifetime lifetime) : HealthRpc
{
    /// <exception cref="RpcException">NOT_FOUND: no service has this name.</exception>
    public override Task<HealthCheckResponse> Check(HealthCheckRequest request, ServerCallContext context) =>
        published.Check(request, context);

    /// <summary>Ends when the host stops, which would wait for it otherwise.</summary>
    public override async Task Watch(
        HealthCheckRequest request, IServerStreamWriter<HealthCheckResponse> responseStream, ServerCallContext context)
    {
        try
        {
            await published.Watch(request, responseStream, context).WaitAsync(lifetime.ApplicationStopping);
        }
        catch (OperationCanceledException) when (lifetime.ApplicationStopping.IsCancellationRequested)
        {
            // The client connects to another instance, or waits for this one.
        }
    }
}

using Grpc.Core;
using Grpc.Health.V1;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using static Grpc.Health.V1.HealthCheckResponse.Types;

namespace Grpc.AspNetCore.HealthChecks;

/// <summary><c>grpc.health.v1</c> over the application's health checks.</summary>
internal sealed class HealthService(
    HealthCheckService checks,
    PublishedHealth published,
    IHostApplicationLifetime lifetime,
    IOptions<GrpcHealthChecksOptions> options) : Health.V1.Health.HealthBase
{
    private readonly GrpcHealthChecksOptions _options = options.Value;

    public override async Task<HealthCheckResponse> Check(HealthCheckRequest request, ServerCallContext context)
    {
        var status = await NowAsync(request.Service, context.CancellationToken).ConfigureAwait(false);
        if (status == ServingStatus.ServiceUnknown)
        {
            context.Status = new Status(StatusCode.NotFound, $"The health of '{request.Service}' is not known here.");
        }

        return new HealthCheckResponse { Status = status };
    }

    public override async Task Watch(
        HealthCheckRequest request, IServerStreamWriter<HealthCheckResponse> responseStream, ServerCallContext context)
    {
        var stopping = _options.SuppressCompletionOnShutdown ? CancellationToken.None : lifetime.ApplicationStopping;
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, stopping);

        // Taken before the checks run: what is published meanwhile must not be missed.
        var latest = published.Latest;
        var status = await NowAsync(request.Service, context.CancellationToken).ConfigureAwait(false);
        try
        {
            while (true)
            {
                await responseStream.WriteAsync(new HealthCheckResponse { Status = status }, ending.Token).ConfigureAwait(false);
                var last = status;
                while (status == last)
                {
                    await latest.Replaced.WaitAsync(ending.Token).ConfigureAwait(false);
                    latest = published.Latest;
                    status = _options.Services.Find(request.Service) is null ? ServingStatus.ServiceUnknown : latest[request.Service];
                }
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The server goes: the watcher is told by the end of the call, and asks elsewhere.
        }
    }

    private async Task<ServingStatus> NowAsync(string service, CancellationToken cancellationToken)
    {
        if (_options.Services.Find(service) is not { } mapping)
        {
            return ServingStatus.ServiceUnknown;
        }

        if (_options.UseHealthChecksCache)
        {
            return published.Latest[service];
        }

        var report = await checks
            .CheckHealthAsync(check => mapping.HealthCheckPredicate(new HealthCheckMapContext(check.Name, check.Tags)), cancellationToken)
            .ConfigureAwait(false);
        return ServingStatusOf.Results(report.Entries.Values.Select(entry => entry.Status));
    }
}

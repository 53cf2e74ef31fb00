using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using static Grpc.Health.V1.HealthCheckResponse.Types;

namespace Grpc.AspNetCore.HealthChecks;

/// <summary>
/// The latest results of the periodic run of the health checks, for the clients that watch. ASP.NET Core runs it every 30 seconds
/// (<see cref="HealthCheckPublisherOptions"/>).
/// </summary>
internal sealed class PublishedHealth(IOptions<GrpcHealthChecksOptions> options) : IHealthCheckPublisher
{
    private volatile Snapshot _snapshot = new([]);

    /// <summary>The latest results, and a task that completes when there are newer ones.</summary>
    public Snapshot Latest => _snapshot;

    public Task PublishAsync(HealthReport report, CancellationToken cancellationToken)
    {
        var previous = _snapshot;
        _snapshot = new Snapshot(options.Value.Services.ToDictionary(
            service => service.Name,
            service => ServingStatusOf.Results(
                report.Entries
                    .Where(entry => service.HealthCheckPredicate(new HealthCheckMapContext(entry.Key, entry.Value.Tags)))
                    .Select(entry => entry.Value.Status))));
        previous.Replace();
        return Task.CompletedTask;
    }

    internal sealed class Snapshot(Dictionary<string, ServingStatus> statuses)
    {
        private readonly TaskCompletionSource _replaced = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Replaced => _replaced.Task;

        public ServingStatus this[string service] => statuses.GetValueOrDefault(service, ServingStatus.Unknown);

        public void Replace() => _replaced.SetResult();
    }
}

namespace Grpc.AspNetCore.HealthChecks;

/// <summary>The options of <c>grpc.health.v1</c>.</summary>
public sealed class GrpcHealthChecksOptions
{
    /// <summary>By default one, the empty name, for which every health check counts.</summary>
    public ServiceMappingCollection Services { get; } = new();

    /// <summary>Answers with what the health check publisher found last instead of running the checks.</summary>
    public bool UseHealthChecksCache { get; set; }

    /// <summary>Leaves <c>Watch</c> calls open when the application stops, so that it waits for their clients.</summary>
    public bool SuppressCompletionOnShutdown { get; set; }
}

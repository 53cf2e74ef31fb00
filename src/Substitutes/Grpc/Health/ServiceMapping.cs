namespace Grpc.AspNetCore.HealthChecks;

/// <summary>Which health checks count for a service.</summary>
public sealed class ServiceMapping(string name, Func<HealthCheckMapContext, bool> predicate)
{
    public string Name { get; } = name;

    public Func<HealthCheckMapContext, bool> HealthCheckPredicate { get; } = predicate;
}

namespace Grpc.AspNetCore.HealthChecks;

/// <summary>A registered health check, for the choice which of them count for a service.</summary>
public sealed class HealthCheckMapContext(string name, IEnumerable<string> tags)
{
    public string Name { get; } = name;

    public IEnumerable<string> Tags { get; } = tags;
}

using System.Collections;

namespace Grpc.AspNetCore.HealthChecks;

/// <summary>The services whose health can be asked for.</summary>
public sealed class ServiceMappingCollection : IEnumerable<ServiceMapping>
{
    private readonly Dictionary<string, ServiceMapping> _mappings = new(StringComparer.Ordinal);

    /// <summary>Adds or replaces a service.</summary>
    /// <param name="name">The name that clients ask for: a service with its package, or empty for the server as a whole.</param>
    /// <param name="predicate">True for the checks that count for it.</param>
    public void Map(string name, Func<HealthCheckMapContext, bool> predicate)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(predicate);
        _mappings[name] = new ServiceMapping(name, predicate);
    }

    public IEnumerator<ServiceMapping> GetEnumerator() => _mappings.Values.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    internal ServiceMapping? Find(string name) => _mappings.GetValueOrDefault(name);
}

/// <summary>A service, and the health checks that count for it.</summary>
public sealed class ServiceMapping(string name, Func<HealthCheckMapContext, bool> predicate)
{
    public string Name { get; } = name;

    public Func<HealthCheckMapContext, bool> HealthCheckPredicate { get; } = predicate;
}

/// <summary>A registered health check, for the choice which of them count for a service.</summary>
public sealed class HealthCheckMapContext(string name, IEnumerable<string> tags)
{
    public string Name { get; } = name;

    public IEnumerable<string> Tags { get; } = tags;
}

using System.Collections.Concurrent;

namespace Grpc.AspNetCore.Server;

/// <summary>The services of this application: each answers once for the methods it does not have, and reflection lists them.</summary>
internal sealed class MappedServices
{
    private readonly ConcurrentDictionary<string, Type> _services = new(StringComparer.Ordinal);
    private int _unknownServiceIsMapped;

    /// <summary>By full name.</summary>
    public IReadOnlyDictionary<string, Type> ByName => _services;

    /// <returns>False when it is there already.</returns>
    public bool TryAdd(string serviceName, Type serviceType) => _services.TryAdd(serviceName, serviceType);

    /// <summary>True for the first caller only.</summary>
    public bool ClaimUnknownService() => Interlocked.Exchange(ref _unknownServiceIsMapped, 1) == 0;
}

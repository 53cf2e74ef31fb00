using System.Collections.Concurrent;

namespace Grpc.AspNetCore.Server;

/// <summary>The services of this application that answer already for the methods they lack.</summary>
internal sealed class MappedServices
{
    private readonly ConcurrentDictionary<string, bool> _services = new(StringComparer.Ordinal);
    private int _unknownServiceIsMapped;

    /// <summary>True for the first caller with that name only.</summary>
    public bool ClaimService(string serviceName) => _services.TryAdd(serviceName, true);

    /// <summary>True for the first caller only.</summary>
    public bool ClaimUnknownService() => Interlocked.Exchange(ref _unknownServiceIsMapped, 1) == 0;
}

using Load.Monitoring;
using Load.Server;

namespace Load.Running;

/// <summary>
/// A service process for each of the settings of a suite, started when first needed and kept: rows with unlike settings can then be measured side by side,
/// and a process that is not asked anything costs next to nothing.
/// </summary>
internal sealed class ServicePool(ServiceStart start) : IAsyncDisposable
{
    private readonly Dictionary<string, ServiceUnderTest> _services = [];
    private ServiceUnderTest? _current;

    /// <summary>Of the process that is being measured; null when there is none.</summary>
    public ProcessUsage? CurrentUsage => Volatile.Read(ref _current)?.Process.Usage;

    /// <returns>The service, and whether it was started just now.</returns>
    public async Task<(ServiceUnderTest Service, bool IsNew)> GetAsync(ServiceSettings settings, CancellationToken cancellationToken)
    {
        var known = _services.TryGetValue(settings.Name, out var service);
        if (!known)
        {
            _services.Add(settings.Name, service = await ServiceUnderTest.StartAsync(start, settings, cancellationToken));
        }

        Volatile.Write(ref _current, service);
        return (service!, !known);
    }

    /// <summary>The next to ask for these settings gets a new process.</summary>
    public async Task StopAsync(ServiceSettings settings)
    {
        if (_services.Remove(settings.Name, out var service))
        {
            Volatile.Write(ref _current, null);
            await service.DisposeAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _current, null);
        await Task.WhenAll(_services.Values.Select(service => service.DisposeAsync().AsTask()));
    }
}

using Load.Measured;
using Load.Metrics;
using Load.Monitoring;
using Load.Server;

namespace Load.Running;

/// <summary>
/// A service process for each of the settings of a suite, started when first needed and kept: rows with unlike settings can then be measured side by side,
/// and a process that is not asked anything costs next to nothing.
/// </summary>
internal sealed class ServicePool(ServiceStarter start, RunMetrics metrics) : IAsyncDisposable
{
    private readonly Dictionary<string, ServiceUnderTest> _services = [];
    private readonly Dictionary<string, IdleUsage> _idle = [];
    private ServiceUnderTest? _current;

    /// <summary>Of the process that is being measured; null when there is none.</summary>
    public ProcessUsage? CurrentUsage => Volatile.Read(ref _current)?.Service.Usage;

    /// <returns>The service, and whether it was started just now.</returns>
    public async Task<(ServiceUnderTest Service, bool IsNew)> GetAsync(ServiceSettings settings, CancellationToken cancellationToken)
    {
        var known = _services.TryGetValue(settings.Name, out var service);
        if (!known)
        {
            _services.Add(settings.Name, service = await start(settings, cancellationToken));
            _idle.TryAdd(settings.Name, new IdleUsage(service.Service.Usage, null));
            if (settings.HasMetrics)
            {
                metrics.ServiceStarted(service.Service.Http, settings.Name);
            }
        }

        Volatile.Write(ref _current, service);
        return (service!, !known);
    }

    /// <summary>Of a process with these settings; null when none was started.</summary>
    public IdleUsage? IdleOf(ServiceSettings settings) => _idle.GetValueOrDefault(settings.Name);

    /// <summary>Call when the service has been warmed up and has rested: this, then, is what it is held against at the end.</summary>
    public void Settled(ServiceSettings settings) => _idle[settings.Name] = new IdleUsage(_services[settings.Name].Service.Usage, null);

    /// <summary>Call when all has been quiet for a while.</summary>
    public void LookAtIdle()
    {
        foreach (var service in _services.Values)
        {
            LookAtIdle(service);
        }
    }

    /// <summary>The next to ask for these settings gets a new process.</summary>
    public async Task StopAsync(ServiceSettings settings)
    {
        if (_services.Remove(settings.Name, out var service))
        {
            LookAtIdle(service);
            Volatile.Write(ref _current, null);
            metrics.ServiceStopping(service.Service.Http);
            await service.DisposeAsync();
        }
    }

    private void LookAtIdle(ServiceUnderTest service) => _idle[service.Settings.Name] = _idle[service.Settings.Name] with { After = service.Service.Usage };

    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _current, null);
        await Task.WhenAll(_services.Values.Select(service => service.DisposeAsync().AsTask()));
    }
}

using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Hosting.Settings;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using Microsoft.Extensions.Primitives;

namespace Gateway.Features.Backends;

/// <summary>Keeps the pool in step with the settings, and runs a watch for each backend.</summary>
internal sealed partial class BackendKeeper(
    BackendPool pool,
    ConnectionOptions connections,
    IConfiguration configuration,
    HostDescription host,
    IOptions<GatewayOptions> options,
    BackendExposure exposure,
    TimeProvider time,
    ILoggerFactory loggers) : BackgroundService
{
    private readonly ILogger _log = loggers.CreateLogger<BackendKeeper>();
    private readonly Dictionary<Backend, (CancellationTokenSource Stop, Task Watch)> _watches = [];

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        Follow(options.Value.Backends);
        using var _ = ChangeToken.OnChange(configuration.GetReloadToken, Reload);
        if (configuration[host.Key(nameof(GatewayOptions.Backends))] is { } list && list != options.Value.Backends)
        {
            Reload(); // they changed while the host started
        }

        await Task.Delay(Timeout.InfiniteTimeSpan, time, stoppingToken).ContinueWith(_ => { }, TaskScheduler.Default);
        Task[] watches;
        lock (_watches)
        {
            foreach (var (stop, _) in _watches.Values)
            {
                stop.Cancel();
            }

            watches = [.. _watches.Values.Select(watch => watch.Watch)];
        }

        await Task.WhenAll(watches);
    }

    /// <summary>An invalid change is ignored. So is a missing key, because the file may just be being replaced.</summary>
    private void Reload()
    {
        var key = nameof(GatewayOptions.Backends);
        if (configuration[host.Key(key)] is not { } list)
        {
            Log.Gone(_log, host.Key(key), string.Join(", ", pool.Backends.Select(backend => backend.Address)));
            return;
        }

        var problems = Setting.Of(typeof(GatewayOptions), "").Single(setting => setting.Key == key).Problems(host, list).ToList();
        if (exposure.Problem(options.Value.BackendKey, list) is { } exposed)
        {
            problems.Add(exposed);
        }

        if (problems.Count > 0)
        {
            Log.Ignored(_log, string.Join(' ', problems));
            return;
        }

        Follow(list);
    }

    private void Follow(string list)
    {
        lock (_watches)
        {
            foreach (var added in pool.Update(BackendAddressesAttribute.Parse(list)))
            {
                var stop = new CancellationTokenSource();
                var watch = new BackendWatch(added, pool, connections, time, loggers.CreateLogger<BackendWatch>());
                _watches.Add(added, (stop, Task.Run(() => watch.RunAsync(stop.Token), CancellationToken.None)));
            }

            foreach (var gone in _watches.Keys.Except(pool.Backends).ToList())
            {
                _watches[gone].Stop.Cancel();
                _watches.Remove(gone);
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Warning, "The changed settings are invalid and are not used: {Problems}")]
        public static partial void Ignored(ILogger logger, string problems);

        [LoggerMessage(2, LogLevel.Information, "The settings name no {Key}: the backends stay {Backends}")]
        public static partial void Gone(ILogger logger, string key, string backends);
    }
}

/// <summary>Ready when at least one backend is.</summary>
internal sealed class BackendsHealthCheck(BackendPool pool) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var backends = pool.Backends;
        var notes = string.Join(" ", backends.Select(backend => $"{backend.Address.Authority}: {backend.State.Note}"));
        return Task.FromResult(backends.Any(backend => backend.State.Serving)
            ? HealthCheckResult.Healthy(notes)
            : HealthCheckResult.Unhealthy(notes));
    }
}

using Gateway.Features.Settings;
using Gateway.Features.Upstream;

namespace Gateway.Features.Backends;

/// <summary>Keeps the sets in step with the settings, and runs a watch for each backend.</summary>
internal sealed class BackendKeeper(
    BackendSets sets, CurrentSettings settings, ConnectionOptions connections, TimeProvider time, ILoggerFactory loggers)
    : BackgroundService
{
    private readonly Dictionary<Backend, (CancellationTokenSource Stop, Task Watch)> _watches = [];

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        settings.Follow(Use);
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

    private void Use(GatewayOptions options)
    {
        lock (_watches)
        {
            sets.Update(options);
            var now = sets.All.SelectMany(pool => pool.Backends.Select(backend => (Pool: pool, Backend: backend))).ToList();
            foreach (var (pool, added) in now.Where(each => !_watches.ContainsKey(each.Backend)))
            {
                var stop = new CancellationTokenSource();
                var own = connections with { Authorization = pool.Authorization };
                var watch = new BackendWatch(added, pool, own, time, loggers.CreateLogger<BackendWatch>());
                _watches.Add(added, (stop, Task.Run(() => watch.RunAsync(stop.Token), CancellationToken.None)));
            }

            foreach (var gone in _watches.Keys.Except(now.Select(each => each.Backend)).ToList())
            {
                _watches[gone].Stop.Cancel();
                _watches.Remove(gone);
            }
        }
    }
}

using System.Globalization;
using Microsoft.Extensions.Hosting.Systemd;

namespace Hosting.Lifetime;

/// <summary>
/// Tells systemd that the host is alive, twice in each WatchdogSec of its unit (sd_watchdog_enabled(3)). The pings come from the thread
/// pool, which does the host's work: if it makes no progress, they stop, and systemd starts the host anew.
/// </summary>
internal sealed class WatchdogPings(ISystemdNotifier notifier, TimeProvider time) : BackgroundService
{
    /// <summary>In microseconds: a timer takes no less than a millisecond.</summary>
    private const long Shortest = 1000, Longest = TimeSpan.TicksPerDay / TimeSpan.TicksPerMicrosecond;

    private static readonly ServiceState Alive = new("WATCHDOG=1");

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (!notifier.IsEnabled || Period(Environment.GetEnvironmentVariable, Environment.ProcessId) is not { } period)
        {
            return;
        }

        using var timer = new PeriodicTimer(period, time);
        do
        {
            notifier.Notify(Alive);
        }
        while (await timer.WaitForNextTickAsync(stoppingToken));
    }

    /// <param name="variable">The environment.</param>
    /// <param name="process">This process: the watchdog may be meant for another one.</param>
    /// <returns>Null when nobody waits for pings.</returns>
    internal static TimeSpan? Period(Func<string, string?> variable, int process) =>
        long.TryParse(variable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit > 0
        && (variable("WATCHDOG_PID") is not { Length: > 0 } pid || pid == process.ToString(CultureInfo.InvariantCulture))
            ? TimeSpan.FromMicroseconds(Math.Clamp(limit / 2, Shortest, Longest))
            : null;
}

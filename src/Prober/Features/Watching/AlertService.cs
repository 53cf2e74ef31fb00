using Prober.Engine.Watching;
using Prober.Features.Alerts;

namespace Prober.Features.Watching;

/// <summary>Checks once a second for messages that do not depend on a probe.</summary>
internal sealed class AlertService(AlertBook alerts, ProbeEngine engine, TimeProvider time) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            alerts.Look(engine.Targets);
        }
    }
}

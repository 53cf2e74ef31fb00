using Prober.Engine.Watching;
using Prober.Features.Alerts;

namespace Prober.Features.Watching;

/// <summary>Looks once a second for what is to be told without a probe.</summary>
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

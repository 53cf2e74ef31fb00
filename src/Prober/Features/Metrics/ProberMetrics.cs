using Hosting.Metrics;
using Hosting.Settings;
using Microsoft.Extensions.Options;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;
using Prometheus;

namespace Prober.Features.Metrics;

/// <summary>Metrics of the prober itself; the number of series does not depend on the targets.</summary>
internal sealed class ProberMetrics
{
    /// <summary>A tick of the engine is 10 ms, and 50 ms is late.</summary>
    private static readonly double[] Lateness =
        [.001, .002, .005, .01, .015, .02, .025, .03, .035, .04, .05, .06, .08, .1, .15, .2, .3, .5, 1, 2, 5, 10, 30];

    private static readonly TimeSpan LagSpan = TimeSpan.FromSeconds(15);

    private readonly bool _enabled;
    private readonly CollectorRegistry _registry;
    private readonly MetricFactory _metrics;
    private readonly Histogram _lateness;

    public ProberMetrics(CollectorRegistry registry, IOptions<HostSettings> settings)
    {
        _enabled = settings.Value.Metrics;
        (_registry, _metrics) = (registry, Prometheus.Metrics.WithCustomRegistry(registry));
        _lateness = _metrics.CreateHistogram(
            "prober_lateness_seconds",
            "The time from when a probe was due until it started.",
            new HistogramConfiguration { Buckets = Lateness, ExemplarBehavior = ExemplarBehavior.NoExemplars() });
    }

    public void Probed(TimeSpan lateness)
    {
        if (_enabled)
        {
            _lateness.Observe(lateness.TotalSeconds);
        }
    }

    /// <summary>Reads the counters of stored and sent records before each scrape.</summary>
    public void Watch(HistoryKeeper keeper, OutboxService outbox, AlertBook alerts)
    {
        if (!_enabled)
        {
            return;
        }

        Measure("prober_history_waiting", "Changes and sums that are not durable yet.", () => keeper.Waiting);
        Count("prober_history_lost_total", "Changes and sums that were dropped because too many waited.", () => keeper.Lost);
        Count("prober_notifications_delivered_total", "Messages that a receiver accepted.", () => outbox.Delivered);
        Count("prober_notifications_failed_total", "Attempts to send a message that failed.", () => outbox.Failed);
        Count("prober_reminders_dropped_total", "Reminders that were dropped because too many waited.", () => alerts.RemindersDropped);
    }

    /// <summary>Reads the engine's own counters before each scrape.</summary>
    public void Watch(ProbeEngine engine, CachingResolver resolver, MaintenanceCalendar calendar)
    {
        if (!_enabled)
        {
            return;
        }

        var counters = engine.Counters;
        Count("prober_probes_total", "Probes that ended.", () => counters.Probes);
        Count("prober_bad_probes_total", "Probes that are evidence against their target.", () => counters.Bad);
        Count("prober_late_probes_total", "Probes that started more than 50 ms after they were due.", () => counters.Late);
        Count("prober_missed_probes_total", "Probes that had not started when the next one was due.", () => counters.Missed);
        Count("prober_strained_probes_total", "Failures that are no evidence: the prober itself was late.", () => counters.Strained);
        Count("prober_refused_probes_total", "Probes that were due while a limit was reached.", () => counters.Refused);
        Count("prober_pauses_total", "Pauses in which the prober did not watch.", () => counters.Pauses);
        Measure("prober_probes_in_flight", "Probes under way.", () => counters.InFlight);
        Measure("prober_lag_seconds", "The longest lag of the prober itself in 15 s.", () => engine.LagOver(LagSpan).TotalSeconds);
        Count("prober_dns_queries_total", "Questions to name servers.", () => resolver.Queries);
        Count("prober_dns_unanswered_total", "Questions that the name server did not answer in time.", () => resolver.Unanswered);
        Measure("prober_dns_names", "Names in the cache.", () => resolver.Names);
        CountTargets(engine, calendar);
    }

    private void CountTargets(ProbeEngine engine, MaintenanceCalendar calendar)
    {
        var targets = _metrics.CreateGauge("prober_targets", "Targets by their state.", "state");
        _registry.AddBeforeCollectCallback(() =>
        {
            var open = calendar.At(engine.Now);
            var states = engine.Targets.CountBy(open.StateOf).ToDictionary();
            foreach (var state in Enum.GetValues<TargetState>())
            {
                targets.WithLabels(LabelValues.Of(state)).Set(states.GetValueOrDefault(state));
            }
        });
    }

    private void Count(string name, string help, Func<long> read)
    {
        var counter = _metrics.CreateCounter(name, help);
        _registry.AddBeforeCollectCallback(() => counter.IncTo(read()));
    }

    private void Measure(string name, string help, Func<double> read)
    {
        var gauge = _metrics.CreateGauge(name, help);
        _registry.AddBeforeCollectCallback(() => gauge.Set(read()));
    }
}

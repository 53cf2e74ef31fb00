using Hosting.Meters;
using Hosting.Metrics;
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

    private readonly CollectorRegistry _registry;
    private readonly Histogram _lateness;

    public ProberMetrics(CollectorRegistry registry)
    {
        _registry = registry;
        _lateness = Prometheus.Metrics.WithCustomRegistry(registry).CreateHistogram(
            "prober_lateness_seconds",
            "The time from when a probe was due until it started.",
            new HistogramConfiguration { Buckets = Lateness, ExemplarBehavior = ExemplarBehavior.NoExemplars() });
    }

    public void Probed(TimeSpan lateness) => _lateness.Observe(lateness.TotalSeconds);

    /// <summary>Reads the counters of stored and sent records before each scrape.</summary>
    public void Watch(HistoryKeeper keeper, OutboxService outbox, AlertBook alerts)
    {
        _registry.Measure("prober_history_waiting", "Changes and sums that are not durable yet.", () => keeper.Waiting);
        _registry.Count("prober_history_lost_total", "Changes and sums that were dropped because too many waited.", () => keeper.Lost);
        _registry.Count("prober_notifications_delivered_total", "Messages that a receiver accepted.", () => outbox.Delivered);
        _registry.Count("prober_notifications_failed_total", "Attempts to send a message that failed.", () => outbox.Failed);
        _registry.Count(
            "prober_reminders_dropped_total", "Reminders that were dropped because too many waited.", () => alerts.RemindersDropped);
    }

    /// <summary>Reads the engine's own counters before each scrape.</summary>
    public void Watch(ProbeEngine engine, CachingResolver resolver, MaintenanceCalendar calendar)
    {
        var counters = engine.Counters;
        _registry.Count("prober_probes_total", "Probes that ended.", () => counters.Probes);
        _registry.Count("prober_bad_probes_total", "Probes that are evidence against their target.", () => counters.Bad);
        _registry.Count("prober_late_probes_total", "Probes that started more than 50 ms after they were due.", () => counters.Late);
        _registry.Count("prober_missed_probes_total", "Probes that had not started when the next one was due.", () => counters.Missed);
        _registry.Count(
            "prober_strained_probes_total", "Failures that are no evidence: the prober itself was late.", () => counters.Strained);
        _registry.Count("prober_refused_probes_total", "Probes that were due while a limit was reached.", () => counters.Refused);
        _registry.Count("prober_pauses_total", "Pauses in which the prober did not watch.", () => counters.Pauses);
        _registry.Measure("prober_probes_in_flight", "Probes under way.", () => counters.InFlight);
        _registry.Measure(
            "prober_lag_seconds", "The longest lag of the prober itself in 15 s.", () => engine.LagOver(LagSpan).TotalSeconds);
        _registry.Count("prober_dns_queries_total", "Questions to name servers.", () => resolver.Queries);
        _registry.Count("prober_dns_unanswered_total", "Questions that the name server did not answer in time.", () => resolver.Unanswered);
        _registry.Measure("prober_dns_names", "Names in the cache.", () => resolver.Names);
        CountTargets(engine, calendar);
    }

    private void CountTargets(ProbeEngine engine, MaintenanceCalendar calendar) => _registry.Measure(
        "prober_targets", "Targets by their state.", ["state"], () =>
        {
            var open = calendar.At(engine.Now);
            var states = engine.Targets.CountBy(open.StateOf).ToDictionary();
            return Enum.GetValues<TargetState>()
                .Select(state => (new[] { LabelValues.Of(state) }, (double)states.GetValueOrDefault(state)));
        });
}

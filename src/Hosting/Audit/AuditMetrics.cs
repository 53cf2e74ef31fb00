using Prometheus;

namespace Hosting.Audit;

/// <summary>What became of the audit records, read before each scrape.</summary>
internal static class AuditMetrics
{
    public static void AddTo(CollectorRegistry registry, AuditTrail trail)
    {
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var records = metrics.CreateCounter(
            "audit_records_total", "Audit records, by the sink and by whether it took them or its queue had no room.", "sink", "outcome");
        var waiting = metrics.CreateGauge("audit_queue_length", "Audit records that wait for the sink.", "sink");
        registry.AddBeforeCollectCallback(() =>
        {
            foreach (var kind in AuditSinkKind.All.Union(trail.Sinks.Select(sink => sink.Kind)))
            {
                var own = trail.Sinks.Where(sink => sink.Kind == kind).ToList();
                records.WithLabels(kind, "written").IncTo(own.Sum(sink => sink.Written));
                records.WithLabels(kind, "lost").IncTo(own.Sum(sink => sink.Lost));
                waiting.WithLabels(kind).Set(own.Sum(sink => sink.Waiting));
            }
        });
    }
}

/// <summary>The state of a sink.</summary>
/// <param name="Kind">The kind of the sink.</param>
/// <param name="Written">Records that it took.</param>
/// <param name="Lost">Records that its queue had no room for, or that it had not taken when the host stopped.</param>
/// <param name="Waiting">Records in its queue.</param>
internal readonly record struct AuditSinkState(string Kind, long Written, long Lost, int Waiting);

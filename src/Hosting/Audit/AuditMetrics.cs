using Hosting.Meters;
using Prometheus;

namespace Hosting.Audit;

/// <summary>The fate of the audit records, read before each scrape.</summary>
internal static class AuditMetrics
{
    public static void AddTo(CollectorRegistry registry, AuditTrail trail)
    {
        registry.Count(
            "audit_records_total", "Audit records, by the sink and by whether it took them or its queue had no room.", ["sink", "outcome"],
            () => Kinds(trail).SelectMany(kind => new[]
            {
                (new[] { kind, "written" }, (double)Sum(trail, kind, sink => sink.Written)),
                (new[] { kind, "lost" }, (double)Sum(trail, kind, sink => sink.Lost)),
            }));
        registry.Measure(
            "audit_queue_length", "Audit records that wait for the sink.", ["sink"],
            () => Kinds(trail).Select(kind => (new[] { kind }, (double)Sum(trail, kind, sink => sink.Waiting))));
    }

    private static IEnumerable<string> Kinds(AuditTrail trail) => AuditSinkKind.All.Union(trail.Sinks.Select(sink => sink.Kind));

    private static long Sum(AuditTrail trail, string kind, Func<AuditSinkState, long> value) =>
        trail.Sinks.Where(sink => sink.Kind == kind).Sum(value);
}

/// <summary>The state of a sink.</summary>
/// <param name="Kind">The kind of the sink.</param>
/// <param name="Written">Records that it took.</param>
/// <param name="Lost">Records that its queue had no room for, or that it had not taken when the host stopped.</param>
/// <param name="Waiting">Records in its queue.</param>
internal readonly record struct AuditSinkState(string Kind, long Written, long Lost, int Waiting);

using Grpc.Core;
using Hosting.Metrics;
using Prometheus;

namespace Gateway.Features.Metrics;

/// <summary>
/// Metrics of the gateway besides those of the calls, which are in <see cref="Hosting.Tracing.Calls{TOperation,TOutcome}"/>.
/// </summary>
internal sealed class GatewayMetrics
{
    private readonly Counter _repeats;
    private readonly Counter _repeatsRefused;
    private readonly Counter _ejections;
    private readonly Counter _pushbacks;
    private readonly Counter _received;
    private readonly Counter _sent;
    private readonly Histogram _hop;
    private readonly Counter _routed;

    public GatewayMetrics(CollectorRegistry registry)
    {
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        _repeats = Counter(
            "gateway_repeats_total",
            "Calls that went to a second backend, within the budget; without those that the first backend did not take.");
        _repeatsRefused = Counter(
            "gateway_repeats_refused_total", "Calls that could have been repeated but failed, because the budget was spent.");
        _ejections = Counter("gateway_ejections_total", "Times that a backend was ejected because it failed too often.");
        _pushbacks = Counter("gateway_pushbacks_total", "Times that a backend asked clients to wait (pushback).");
        _received = Counter("gateway_received_bytes_total", "Bytes of requests that were passed to backends.");
        _sent = Counter("gateway_sent_bytes_total", "Bytes of responses that were passed to clients.");
        _hop = metrics.CreateHistogram(
            "gateway_hop_seconds",
            "The gateway's own share of a look-up: its duration less the time that the backend took.",
            new HistogramConfiguration
            {
                Buckets = Buckets.Seconds,
                ExemplarBehavior = ExemplarBehavior.NoExemplars(),
            });

        _routed = Counter("gateway_routed_calls_total", "Calls of each route that have ended, by their status.", "route", "status");

        Counter Counter(string name, string help, params string[] labels) =>
            metrics.CreateCounter(name, help, labels, new CounterConfiguration { ExemplarBehavior = ExemplarBehavior.NoExemplars() });
    }

    public void Repeated() => _repeats.Inc();

    public void RepeatRefused() => _repeatsRefused.Inc();

    public void Ejected() => _ejections.Inc();

    public void PushedBack() => _pushbacks.Inc();

    public void Received(long bytes) => _received.Inc(bytes);

    public void Sent(long bytes) => _sent.Inc(bytes);

    public void Routed(string route, StatusCode status) => _routed.WithLabels(route, LabelValues.Of(status)).Inc();

    public void HopTook(TimeSpan elapsed) => _hop.Observe(elapsed.TotalSeconds);
}

/// <summary>The operations that a client can ask for.</summary>
internal enum GatewayOperation
{
    Submit,
    Lookup,
    List,
    Delete,

    /// <summary>The analyzer's description of itself.</summary>
    Document,

    /// <summary>A gRPC call of a method that is not the analyzer's, or that the gateway does not know.</summary>
    Pass,
}

/// <summary>The outcomes of a successful call.</summary>
internal enum GatewayOutcome
{
    Answered,
}

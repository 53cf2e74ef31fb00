namespace Prometheus.Tests.Peers;

/// <summary>Each kind of metric, with label values and numbers that a careless writer gets wrong.</summary>
internal static class SampleMetrics
{
    public const string AwkwardValue = "back\\slash \"quote\" new\nline größe 📄";
    public const string TraceId = "4bf92f3577b34da6a3ce929d0e0e4736";

    public static void AddTo(CollectorRegistry registry)
    {
        var metrics = Metrics.WithCustomRegistry(registry);
        var requests = metrics.CreateCounter("sample_requests_total", "Requests by outcome.", "outcome");
        requests.WithLabels("ok").Inc(41);
        requests.WithLabels(AwkwardValue).Inc(0.5, Exemplar.From(Exemplar.Pair("trace_id", TraceId)));

        var extremes = metrics.CreateGauge("sample_extremes", "Numbers that are spelled in a special way.", "which");
        extremes.WithLabels("nan").Set(double.NaN);
        extremes.WithLabels("inf").Set(double.PositiveInfinity);
        extremes.WithLabels("negative_inf").Set(double.NegativeInfinity);
        extremes.WithLabels("tiny").Set(5e-324);
        extremes.WithLabels("huge").Set(double.MaxValue);

        var latency = metrics.CreateHistogram(
            "sample_latency_seconds",
            "Latency by transport.",
            ["transport"],
            new HistogramConfiguration { Buckets = Histogram.ExponentialBuckets(0.001, 2, 18) });
        for (var i = 0; i < 30; i++)
        {
            latency.WithLabels("grpc").Observe(0.003);
        }

        latency.WithLabels("grpc").Observe(3, Exemplar.From(Exemplar.Pair("trace_id", TraceId)));
        metrics.CreateCounter("sample_unused_total", "Labelled, and without a series yet.", "outcome");
    }
}

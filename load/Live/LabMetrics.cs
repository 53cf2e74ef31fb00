using Load.Measuring;
using Prometheus;

namespace Load.Live;

/// <summary>
/// The lab's own metrics while it runs, for a dashboard that shows the client's view beside the service's. Every series carries the
/// run, and what belongs to a row of the suite the row's name as <c>variant</c>. The results of a run do not rest on this: they are exact,
/// these are buckets.
/// </summary>
internal sealed class LabMetrics
{
    /// <summary>The dimension that has a label of its own, where cases have it.</summary>
    public const string LabelledDimension = "transport";

    /// <summary>Seconds, powers of two from 31 µs to 131 s: like the services' own, so that the two can be compared.</summary>
    public static readonly double[] Buckets = [.. Enumerable.Range(-5, 23).Select(power => 0.001 * Math.Pow(2, power))];

    private readonly Histogram _durations;
    private readonly Gauge _inFlight;
    private readonly Gauge _info;

    // A scrape may still fetch the end of a row when the next one has begun; after that its series would only pile up.
    private IterationMetrics? _last;
    private IterationMetrics? _current;

    /// <param name="run">Its id.</param>
    public LabMetrics(string run)
    {
        Registry.SetStaticLabels(new Dictionary<string, string> { ["run"] = run });
        var metrics = Metrics.WithCustomRegistry(Registry);
        _durations = metrics.CreateHistogram(
            "load_request_duration_seconds",
            "From sending a request to having read its answer.",
            ["variant", LabelledDimension, "outcome"],
            new HistogramConfiguration
            {
                Buckets = Buckets,
                SuppressInitialValue = true,
                ExemplarBehavior = ExemplarBehavior.NoExemplars(),
            });
        _inFlight = metrics.CreateGauge("load_requests_in_flight", "Requests sent and not answered yet.");
        _info = metrics.CreateGauge("load_run_info", "1 while the row named by the labels is measured.", "variant");
        GeneratorMetrics.AddTo(Registry);
    }

    public CollectorRegistry Registry { get; } = Metrics.NewCustomRegistry();

    /// <summary>A row is about to be measured.</summary>
    public IterationMetrics Begin(Case measured)
    {
        if (_current?.Variant != measured.Name)
        {
            _last?.Remove();
            (_last, _current) = (_current, null);
        }

        var transport = measured[LabelledDimension] ?? "";
        return _current = new IterationMetrics(measured.Name, transport, _durations, _inFlight, _info.WithLabels(measured.Name));
    }
}

namespace Prometheus;

/// <summary>
/// Counts values in buckets, each holding what is at most its upper bound. Called on the metric itself, the methods act on the
/// unlabelled child.
/// </summary>
public sealed partial class Histogram : Collector<Histogram.Child>
{
    private const string BucketLabel = "le";
    private static readonly double[] DefaultBuckets = [.005, .01, .025, .05, .075, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10];

    private readonly HistogramBounds _bounds;
    private readonly ExemplarBehavior _exemplars;

    internal Histogram(string name, string help, string[] labelNames, Label[] staticLabels, HistogramConfiguration? configuration)
        : base(name, help, labelNames, staticLabels, configuration)
    {
        if (labelNames.Contains(BucketLabel))
        {
            throw new ArgumentException($"'{BucketLabel}' is a reserved label name", nameof(labelNames));
        }

        _bounds = new HistogramBounds(configuration?.Buckets ?? DefaultBuckets);
        _exemplars = configuration?.ExemplarBehavior ?? ExemplarBehavior.Default;
    }

    /// <inheritdoc cref="Child.Sum"/>
    public double Sum => Unlabelled.Sum;

    /// <inheritdoc cref="Child.Count"/>
    public long Count => Unlabelled.Count;

    internal override MetricType Type => MetricType.Histogram;

    /// <inheritdoc cref="Child.Observe(double, Exemplar?)"/>
    public void Observe(double val) => Unlabelled.Observe(val);

    /// <inheritdoc cref="Child.Observe(double, Exemplar?)"/>
    public void Observe(double val, Exemplar? exemplar) => Unlabelled.Observe(val, exemplar);

    private protected override Child CreateChild(string[] labelValues) => new(this, labelValues);
}

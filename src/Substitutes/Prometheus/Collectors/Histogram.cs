namespace Prometheus;

/// <summary>
/// Counts values in buckets, each holding what is at most its upper bound. Called on the metric itself, the methods act on the
/// unlabelled child.
/// </summary>
public sealed partial class Histogram : Collector<Histogram.Child>, IHistogram
{
    private const string BucketLabel = "le";
    private static readonly double[] s_defaultBuckets = [.005, .01, .025, .05, .075, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10];

    private readonly HistogramBounds _bounds;
    private readonly ExemplarBehavior _exemplarBehavior;

    internal Histogram(
        string name,
        string help,
        string[] labelNames,
        Label[] staticLabels,
        bool suppressInitialValue,
        double[]? buckets,
        ExemplarBehavior exemplarBehavior)
        : base(name, help, labelNames, staticLabels, suppressInitialValue)
    {
        if (labelNames.Contains(BucketLabel))
        {
            throw new ArgumentException($"'{BucketLabel}' is a reserved label name", nameof(labelNames));
        }

        _bounds = new HistogramBounds(buckets ?? s_defaultBuckets);
        _exemplarBehavior = exemplarBehavior;
    }

    public double Sum => Unlabelled.Sum;

    public long Count => Unlabelled.Count;

    internal override MetricType Type => MetricType.Histogram;

    public void Observe(double val) => Unlabelled.Observe(val);

    public void Observe(double val, long count) => Unlabelled.Observe(val, count);

    public void Observe(double val, Exemplar? exemplar) => Unlabelled.Observe(val, exemplar);

    public void Publish() => Unlabelled.Publish();

    public void Unpublish() => Unlabelled.Unpublish();

    private protected override Child CreateChild(string[] labelValues, bool publish) => new(this, labelValues, publish);
}

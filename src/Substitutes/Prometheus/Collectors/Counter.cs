namespace Prometheus;

/// <summary>A value that only rises. Called on the metric itself, the methods act on the unlabelled child.</summary>
public sealed partial class Counter : Collector<Counter.Child>, ICounter
{
    private readonly ExemplarBehavior _exemplarBehavior;

    internal Counter(
        string name, string help, string[] labelNames, Label[] staticLabels, bool suppressInitialValue, ExemplarBehavior exemplarBehavior)
        : base(name, help, labelNames, staticLabels, suppressInitialValue) => _exemplarBehavior = exemplarBehavior;

    public double Value => Unlabelled.Value;

    internal override MetricType Type => MetricType.Counter;

    public void Inc(double increment = 1.0) => Unlabelled.Inc(increment);

    public void Inc(Exemplar? exemplar) => Unlabelled.Inc(exemplar);

    public void Inc(double increment, Exemplar? exemplar) => Unlabelled.Inc(increment, exemplar);

    public void IncTo(double targetValue) => Unlabelled.IncTo(targetValue);

    public void Publish() => Unlabelled.Publish();

    public void Unpublish() => Unlabelled.Unpublish();

    private protected override Child CreateChild(string[] labelValues, bool publish) => new(this, labelValues, publish);
}

namespace Prometheus;

/// <summary>A value that rises and falls. Called on the metric itself, the methods act on the unlabelled child.</summary>
public sealed partial class Gauge : Collector<Gauge.Child>, IGauge
{
    internal Gauge(string name, string help, string[] labelNames, Label[] staticLabels, bool suppressInitialValue)
        : base(name, help, labelNames, staticLabels, suppressInitialValue)
    {
    }

    public double Value => Unlabelled.Value;

    internal override MetricType Type => MetricType.Gauge;

    public void Inc(double increment = 1) => Unlabelled.Inc(increment);

    public void Set(double val) => Unlabelled.Set(val);

    public void Dec(double decrement = 1) => Unlabelled.Dec(decrement);

    public void IncTo(double targetValue) => Unlabelled.IncTo(targetValue);

    public void DecTo(double targetValue) => Unlabelled.DecTo(targetValue);

    public void Publish() => Unlabelled.Publish();

    public void Unpublish() => Unlabelled.Unpublish();

    private protected override Child CreateChild(string[] labelValues, bool publish) => new(this, labelValues, publish);
}

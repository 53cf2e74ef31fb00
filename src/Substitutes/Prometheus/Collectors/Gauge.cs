namespace Prometheus;

/// <summary>A value that rises and falls. Called on the metric itself, the methods act on the unlabelled child.</summary>
public sealed class Gauge : Collector<Gauge.Child>
{
    internal Gauge(string name, string help, string[] labelNames, Label[] staticLabels)
        : base(name, help, labelNames, staticLabels, configuration: null)
    {
    }

    public double Value => Unlabelled.Value;

    internal override MetricType Type => MetricType.Gauge;

    public void Inc(double increment = 1) => Unlabelled.Inc(increment);

    public void Set(double val) => Unlabelled.Set(val);

    public void Dec(double decrement = 1) => Unlabelled.Dec(decrement);

    /// <inheritdoc cref="Child.IncTo"/>
    public void IncTo(double targetValue) => Unlabelled.IncTo(targetValue);

    /// <inheritdoc cref="Child.DecTo"/>
    public void DecTo(double targetValue) => Unlabelled.DecTo(targetValue);

    private protected override Child CreateChild(string[] labelValues) => new(this, labelValues);

    public sealed class Child : ChildBase
    {
        private AtomicDouble _value;

        internal Child(Gauge parent, string[] labelValues)
            : base(parent, labelValues)
        {
        }

        public double Value => _value.Value;

        public void Inc(double increment = 1)
        {
            _value.Add(increment);
            Publish();
        }

        public void Set(double val)
        {
            _value.Value = val;
            Publish();
        }

        public void Dec(double decrement = 1) => Inc(-decrement);

        /// <summary>Raises the value to the target; does nothing when it is there already or above.</summary>
        public void IncTo(double targetValue)
        {
            _value.RaiseTo(targetValue);
            Publish();
        }

        /// <summary>Lowers the value to the target; does nothing when it is there already or below.</summary>
        public void DecTo(double targetValue)
        {
            _value.LowerTo(targetValue);
            Publish();
        }

        private protected override void WriteSamplesTo(ExpositionWriter writer) =>
            writer.WriteSample(Parent.Utf8Name, LabelText, Value, exemplar: null);
    }
}
